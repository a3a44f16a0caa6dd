#include "dissent/study/submission_json.h"

namespace dissent {

Json submission_json(const StudySubmission& submission) {
  return {{"job", submission.job.id},
          {"tasks", submission.job.tasks},
          {"runs", submission.runs},
          {"folder", submission.job.folder.string()}};
}

}  // namespace dissent
