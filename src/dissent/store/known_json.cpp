#include "dissent/store/known_json.h"

#include <utility>

namespace dissent {
namespace {

const char* kind_name(KnownSource::Kind kind) {
  switch (kind) {
    case KnownSource::Kind::url:
      return "url";
    case KnownSource::Kind::archive:
      return "archive";
    case KnownSource::Kind::npm:
      return "npm";
  }
  return "";
}

Json file_json(const KnownFile& file) {
  Json accepted = Json::array();
  for (const KnownContent& content : file.contents) {
    accepted.push_back({{"sha256", content.sha256}, {"bytes", content.bytes}, {"note", content.note}});
  }
  Json sources = Json::array();
  for (const KnownSource& source : file.sources) {
    Json entry = {{"kind", kind_name(source.kind)}, {"where", source.where}};
    if (!source.member.empty()) entry["member"] = source.member;
    sources.push_back(std::move(entry));
  }
  return {{"name", file.name}, {"accepted", std::move(accepted)}, {"sources", std::move(sources)}};
}

}  // namespace

Json known_datasets_json(const Store& store) {
  Json list = Json::array();
  for (const KnownDataset& dataset : known_datasets()) {
    Json files = Json::array();
    for (const KnownFile& file : dataset.files) files.push_back(file_json(file));
    list.push_back({{"name", dataset.name},
                    {"what", dataset.what},
                    {"items", dataset.items},
                    {"bytes", dataset.bytes()},
                    {"licence", dataset.licence},
                    {"present", store.has(dataset)},
                    {"path", store.folder(dataset).string()},
                    {"files", std::move(files)}});
  }
  return list;
}

}  // namespace dissent
