#include "dissent/votes/conversion_json.h"

#include "dissent/votes/audit_json.h"

namespace dissent {

Json conversion_json(const Conversion& conversion, const ImportResult& imported,
                     const std::filesystem::path& output, const std::vector<std::string>& notes) {
  const VoteTable& votes = imported.votes;
  return {{"output", output.string()},
          {"form", name_of(conversion.form)},
          {"items", votes.items()},
          {"annotators", votes.has_annotators() ? Json(votes.annotators()) : Json(nullptr)},
          {"votes", votes.has_counts() ? Json(votes.votes()) : Json(nullptr)},
          {"classes", votes.class_space().names},
          {"notes", notes},
          {"audit", audit_json(imported.audit)}};
}

}  // namespace dissent
