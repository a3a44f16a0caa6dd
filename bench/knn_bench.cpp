// knn_bench FEATURES.npy QUERIES.npy K REPEATS: seconds for the distance of every query to its K-th nearest
// feature, and the distances, as a JSON line (bench/knn.py).
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/npy.h"
#include "dissent/ood/neighbours.h"
#include "dissent/train/trainer.h"
#include "program.h"

namespace dissent {
namespace {

std::vector<float> read_features(const std::string& path, std::size_t& width) {
  const MappedFile file(path);
  const NpyArray array = read_npy(file.bytes(), path);
  width = array.shape().at(1);
  const std::vector<double> values = array.as_doubles();
  return {values.begin(), values.end()};
}

int bench(const std::vector<std::string>& words) {
  if (words.size() != 4) fail("usage: knn_bench FEATURES.npy QUERIES.npy K REPEATS");
  prepare_torch({});
  std::size_t width = 0;
  const std::vector<float> features = read_features(words[0], width),
                           queries = read_features(words[1], width);
  std::vector<double> seconds, found;
  for (std::int64_t repeat = 0; repeat < parse_int(words[3]).value(); ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    found =
        Neighbours(features, width).distances(queries, static_cast<std::size_t>(parse_int(words[2]).value()));
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  fmt::print("{{\"seconds\": {:.4f}, \"fastest\": {:.4f}, \"slowest\": {:.4f}, \"distances\": [",
             seconds[seconds.size() / 2], seconds.front(), seconds.back());
  for (std::size_t i = 0; i < found.size(); ++i) fmt::print("{}{}", i == 0 ? "" : ", ", shortest(found[i]));
  fmt::print("]}}\n");
  return 0;
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  return dissent::bench_program("knn_bench", argc, argv, dissent::bench);
}
