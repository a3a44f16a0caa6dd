// The records of a JSON file of predictions, one after the other, however they are wrapped.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "dissent/io/json.h"
#include "dissent/predictions/predictions_readers.h"

namespace dissent {

struct JsonRows {
  // Calls its argument with each record and, of an object of items by name, with the name (else null), until
  // it says false.
  using Visit = std::function<bool(const Json&, const std::string*)>;
  std::function<void(const Visit&)> each;
};

// How a record may look, for messages.
inline constexpr std::string_view kExample =
    R"(write a record an item: {"item": "x", "probabilities": {"cat": 0.9, "dog": 0.1}})";

// The lines of a text, each a record; and the records of a document: a list, a list inside an object, or an
// object of items by name. Sets how a row is located.
JsonRows line_rows(PredictionFile& file, std::string_view bytes);
JsonRows document_rows(PredictionFile& file, const Json& document, const PredictionOptions& options,
                       const PredictionContext& context);

// A list of numbers, an object of them, or a list of {label, score}.
bool is_prediction(const Json& value);
// An object of one text and one number, as Hugging Face's pipelines write {label, score}.
bool is_label_and_score(const Json& value);
bool is_container(const Json& value);

// Lines of a list each, without anything around them.
bool looks_like_list_lines(std::string_view bytes);
void read_list_lines(PredictionFile& file, std::string_view bytes, const PredictionOptions& options,
                     const PredictionContext& context);

// The field of `record` that holds its prediction: the one that the options name, one of a usual name, or the
// only one with a number for each class. Empty where there is none.
std::string prediction_field(const Json& record, const PredictionOptions& options,
                             const PredictionContext& context, std::string_view place);
// The field that names the items, by the first records; empty where there is none.
std::string item_field_of(const JsonRows& rows, const PredictionContext& context);

// Records whose fields hold texts and numbers alone, in predictions_flat.cpp: a table.
void read_flat_records(PredictionFile& file, const JsonRows& rows, const PredictionOptions& options,
                       const PredictionContext& context);

}  // namespace dissent
