#include "dissent/catalog/models.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace dissent {
namespace {

constexpr ModelEntry kModels[] = {
#define DISSENT_MODEL(identifier, model, text, ...) {.name = model, .help = text, __VA_ARGS__},
#include "dissent/catalog/models.def"
};

// "adamw for bert, sgd for all others": the choice of most models comes last.
template <class Choice>
std::string defaults_text(Choice ModelEntry::*choice) {
  std::vector<std::pair<Choice, std::vector<std::string_view>>> users;
  for (const ModelEntry& model : kModels) {
    const auto same = [&](const auto& one) { return one.first == model.*choice; };
    auto found = std::find_if(users.begin(), users.end(), same);
    if (found == users.end()) found = users.insert(users.end(), {model.*choice, {}});
    found->second.push_back(model.name);
  }
  std::stable_sort(users.begin(), users.end(),
                   [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  std::string text;
  for (std::size_t i = 0; i < users.size(); ++i) {
    const bool last = i + 1 == users.size();
    text.append(name_of(users[i].first)).append(" for ");
    text += last ? "all others" : listed(users[i].second) + ", ";
  }
  return text;
}

}  // namespace

std::span<const ModelEntry> models() {
  return kModels;
}

const ModelEntry& find_model(std::string_view name) {
  return find_entry(models(), "model", name);
}

bool trains_encoder(std::string_view name) {
  const ModelEntry* model = known_entry(models(), name);
  return model != nullptr && model->trains_encoder;
}

std::string models_by_input() {
  const auto taking = [](ModelInput input) {
    return listed(entry_names(models(), [&](const ModelEntry& model) { return model.takes == input; }));
  };
  return taking(ModelInput::images) + " of images, " + taking(ModelInput::numbers) + " of any numbers, " +
         taking(ModelInput::tokens) + " of texts, whose encoder it trains";
}

std::string models_on_features() {
  return listed(
      entry_names(models(), [](const ModelEntry& model) { return model.takes == ModelInput::numbers; }));
}

std::string models_that_train_encoders() {
  return listed(entry_names(models(), [](const ModelEntry& model) { return model.trains_encoder; }));
}

std::string models_on_encoders() {
  return models_on_features() + " learn on its features, " + models_that_train_encoders() + " trains it";
}

std::string default_optimizers() {
  return defaults_text(&ModelEntry::optimizer);
}

std::string default_schedules() {
  return defaults_text(&ModelEntry::schedule);
}

}  // namespace dissent
