// Reads a file of votes, in any format that dissent knows, and prints how far its annotators agree. A test
// builds and runs this.
#include <cstdio>

#include <dissent/inspect.h>

namespace {

void print(const char* name, const dissent::Coefficient& coefficient) {
  if (coefficient.value) {
    std::printf("%-22s %.4f\n", name, *coefficient.value);
  } else {
    std::printf("%-22s - (%s)\n", name, coefficient.reason.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: agreement VOTES\n");
    return 1;
  }
  try {
    const dissent::Inspection found = dissent::inspect(argv[1], {}, {.contested = 3});
    std::printf("%zu items, %zu classes, %.1f %% unanimous\n", found.items, found.classes.size(),
                100 * found.unanimous);
    print("Krippendorff's alpha", found.alpha_nominal);
    print("Fleiss' kappa", found.fleiss_kappa);
    for (const dissent::Inspection::Annotator& annotator : found.agreement) {
      std::printf("%-22s agrees with %.1f %% of the others' votes\n", annotator.name.c_str(),
                  100 * annotator.with_the_rest.agreement);
    }
    for (const dissent::Inspection::ContestedItem& item : found.contested) {
      std::printf("%-22s entropy %.3f nats\n", item.name.c_str(), item.entropy);
    }
  } catch (const dissent::Error& error) {  // the value, the place and the cure, in one line
    std::fprintf(stderr, "agreement: %s\n", error.what());
    return 2;
  }
  return 0;
}
