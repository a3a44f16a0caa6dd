#include "dissent/manifest/read_inputs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/data/row_selection.h"
#include "dissent/io/csv.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/io/npy.h"
#include "dissent/manifest/image_folder.h"
#include "dissent/manifest/pairing.h"
#include "dissent/manifest/votes_files.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

NameList read_names(const fs::path& path) {
  const MappedFile file(path);
  std::string_view bytes = file.bytes();
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  NameList names;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = trim(bytes.substr(at, end - at));
    if (line.empty()) fail("{}: an empty line; each line names one item", line_place(path, bytes, at));
    names.add(line);
    at = end + 1;
  }
  return names;
}

// Which row belongs to which item: by the list of names, or row i to item i.
RowPairing pair_array(const ManifestInputs& wanted, std::size_t rows, const VoteTable& votes, bool drop) {
  if (!wanted.item_names.empty()) {
    const NameList names = read_names(wanted.item_names);
    if (names.size() != rows) {
      fail("{}: {} names for the {} rows of {}", wanted.item_names.string(), names.size(), rows,
           wanted.file.string());
    }
    ItemPairing pairing(votes, wanted.file.string());
    for (std::size_t row = 0; row < rows; ++row) pairing.add(names[row], pairing.find(names[row]));
    return std::move(pairing).finish(drop);
  }
  if (rows != votes.items()) {
    fail(
        "{}: {} rows, and the votes have {} items; the rows follow the order of the items in the votes, or "
        "name "
        "the item of each with `items: FILE` beside it",
        wanted.file.string(), rows, votes.items());
  }
  RowPairing pairing;
  pairing.items.resize(rows);
  std::iota(pairing.items.begin(), pairing.items.end(), 0u);
  pairing.rows = pairing.items;
  pairing.all_rows = rows;
  return pairing;
}

}  // namespace

ImageInputs read_image_array(const fs::path& path) {
  const MappedFile file(path);
  const NpyArray array = read_npy(file.bytes(), path.string());
  const auto& shape = array.shape();
  if (array.header.dtype != "|u1" || (shape.size() != 3 && shape.size() != 4)) {
    fail("{}: {} of {}, where images are uint8 of [items, height, width] or [items, height, width, channels]",
         path.string(), array.header.shape_text(), in_quotes(array.header.dtype));
  }
  ImageInputs images{shape[1], shape[2], shape.size() == 4 ? shape[3] : 1, {}};
  if (array.header.cells == 0) fail("{}: {}: no pixels", path.string(), array.header.shape_text());
  images.pixels.resize(array.data.size());
  std::memcpy(images.pixels.data(), array.data.data(), array.data.size());
  return images;
}

FeatureInputs read_feature_array(const fs::path& path) {
  const MappedFile file(path);
  const NpyArray array = read_npy(file.bytes(), path.string());
  const auto& shape = array.shape();
  if (shape.size() != 2 || array.is_text()) {
    fail("{}: {} of {}, where features are numbers of [items, dimension]", path.string(),
         array.header.shape_text(), in_quotes(array.header.dtype));
  }
  if (array.header.cells == 0) fail("{}: {}: no features", path.string(), array.header.shape_text());
  FeatureInputs features{shape[1], std::vector<float>(array.header.cells)};
  if (array.header.dtype == "<f4") {
    std::memcpy(features.values.data(), array.data.data(), array.data.size());
  } else {
    const std::vector<double> values = array.as_doubles();
    std::transform(values.begin(), values.end(), features.values.begin(),
                   [](double value) { return static_cast<float>(value); });
  }
  for (std::size_t at = 0; at < features.values.size(); ++at) {
    if (std::isfinite(features.values[at])) continue;
    fail(
        "{}: row {}, column {} (from 0) is not a finite number in single precision; clean or scale the "
        "features",
        path.string(), at / shape[1], at % shape[1]);
  }
  return features;
}

namespace {

// The texts of every item in a file, by name, in order of first appearance.
struct TextTable {
  Interner ids;
  std::vector<NameList> fields;  // [field][id]
};

// Adds the texts of one file.
void read_text_file(const Manifest& manifest, const ManifestFile& file,
                    const std::vector<std::string>& columns, TextTable& table) {
  const std::string& id = manifest.inputs.id;
  const Source source(file.file);
  std::vector<std::string> wanted = {id};
  wanted.insert(wanted.end(), columns.begin(), columns.end());
  for_each_record(source, wanted, manifest.inputs.place, [&](const Record& record) {
    if (trim(record[0]).empty()) fail("{}: the item's name ({}) is empty", record.place(), in_quotes(id));
    const std::string name = item_name_in(manifest, file.part, trim(record[0]));
    const std::size_t known = table.ids.size();
    const std::uint32_t at = table.ids.intern(name);
    for (std::size_t f = 0; f < columns.size(); ++f) {
      const std::string_view text = record[f + 1];
      if (at == known) {
        if (invalid_utf8(text)) {
          fail("{}: {} of item {} is not UTF-8; save the file as UTF-8", record.place(),
               in_quotes(columns[f]), in_quotes(name));
        }
        if (trim(text).empty()) {
          fail("{}: {} of item {} is empty; leave such items out", record.place(), in_quotes(columns[f]),
               in_quotes(name));
        }
        table.fields[f].add(text);
      } else if (table.fields[f][at] != text) {
        fail("{}: {} of item {} differs from an earlier record of it; an item has one text", record.place(),
             in_quotes(columns[f]), in_quotes(name));
      }
    }
  });
}

MatchedInputs match_text(const Manifest& manifest, const VoteTable& votes) {
  const ManifestInputs& wanted = manifest.inputs;
  std::vector<std::string> columns = wanted.columns;
  columns.insert(columns.end(), wanted.choices.begin(), wanted.choices.end());
  TextTable table;
  table.fields.resize(columns.size());
  for (const ManifestFile& file : wanted.texts) read_text_file(manifest, file, columns, table);
  ItemPairing pairing(votes, file_names(wanted.texts));
  const NameList& names = table.ids.names();
  for (std::size_t row = 0; row < names.size(); ++row) pairing.add(names[row], pairing.find(names[row]));
  RowPairing paired = std::move(pairing).finish(manifest.drop_missing);
  TextInputs text{columns, std::vector<NameList>(columns.size()), wanted.choices.size()};
  for (std::size_t f = 0; f < columns.size(); ++f) {
    for (const std::uint32_t row : paired.rows) text.fields[f].add(table.fields[f][row]);
  }
  return {std::move(text), std::move(paired.items), paired.without_votes};
}

}  // namespace

TextInputs read_text(const fs::path& path, const std::string& id, const std::vector<std::string>& columns,
                     const std::vector<std::string>& choices, const VoteTable& votes) {
  Manifest manifest;
  ManifestInputs& wanted = manifest.inputs;
  wanted.kind = ManifestInputs::Kind::text;
  wanted.texts = {{path}};
  wanted.id = id;
  wanted.columns = columns;
  wanted.choices = choices;
  return std::get<TextInputs>(match_text(manifest, votes).inputs);
}

MatchedInputs read_inputs(const Manifest& manifest, const VoteTable& votes) {
  const ManifestInputs& wanted = manifest.inputs;
  const bool drop_missing = manifest.drop_missing;
  for (const ManifestFile& file : wanted.texts) {
    if (is_there(file.file)) continue;
    fail("{}: inputs: {} is not there; paths are relative to the manifest", wanted.place, file.file.string());
  }
  if (wanted.kind == ManifestInputs::Kind::text) return match_text(manifest, votes);
  const bool folder = is_folder(wanted.file);
  if (folder && wanted.kind == ManifestInputs::Kind::features) {
    fail("{}: features: {} is a folder, where an npy file is wanted", wanted.place, wanted.file.string());
  }
  if (folder && !wanted.item_names.empty()) {
    fail("{}: 'items' belongs to npy inputs; images in a folder are named by their files", wanted.place);
  }
  if (folder) {
    RowPairing paired = pair_image_files(wanted.file, votes, drop_missing);
    ImageInputs images = read_image_files(paired.files);
    return {std::move(images), std::move(paired.items), paired.without_votes};
  }
  if (wanted.kind == ManifestInputs::Kind::images) {
    ImageInputs images = read_image_array(wanted.file);
    const std::size_t each = images.height * images.width * images.channels;
    RowPairing paired = pair_array(wanted, images.pixels.size() / each, votes, drop_missing);
    if (!paired.in_order()) images.pixels = choose_rows(images.pixels, each, paired.rows);
    return {std::move(images), std::move(paired.items), paired.without_votes};
  }
  FeatureInputs features = read_feature_array(wanted.file);
  RowPairing paired = pair_array(wanted, features.values.size() / features.dimension, votes, drop_missing);
  if (!paired.in_order()) features.values = choose_rows(features.values, features.dimension, paired.rows);
  return {std::move(features), std::move(paired.items), paired.without_votes};
}

}  // namespace dissent
