#include "dissent/shapes/shapes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "data/data_support.h"
#include "dissent/images/image.h"
#include "dissent/io/npy.h"
#include "dissent/shapes/shapes_annotators.h"
#include "dissent/store/loaders.h"

namespace dissent::shapes_test {
namespace {

using test::contains;
using test::DataFolder;
using test::error_of;

TEST(Shapes, ItemsDoNotDependOnHowManyThereAre) {
  ShapesOptions few, many;
  few.items = 20;
  many.items = 90;
  const Shapes small = generate_shapes(few), large = generate_shapes(many);
  EXPECT_TRUE(
      std::equal(small.images.pixels.begin(), small.images.pixels.end(), large.images.pixels.begin()));
  EXPECT_TRUE(std::equal(small.truth.begin(), small.truth.end(), large.truth.begin()));
  EXPECT_TRUE(std::equal(small.gold.begin(), small.gold.end(), large.gold.begin()));
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_TRUE(std::equal(small.votes.labels_of(i).begin(), small.votes.labels_of(i).end(),
                           large.votes.labels_of(i).begin()));
    for (std::size_t v = 0; v < 5; ++v) {
      EXPECT_EQ(small.votes.annotator_name(small.votes.annotators_of(i)[v]),
                large.votes.annotator_name(large.votes.annotators_of(i)[v]));
    }
  }
}

TEST(Shapes, DoNotDependOnTheNumberOfThreads) {
  ::setenv("DISSENT_THREADS", "1", 1);
  const std::string one = shapes_dataset(generate_shapes()).hash;
  ::setenv("DISSENT_THREADS", "5", 1);
  const std::string five = shapes_dataset(generate_shapes()).hash;
  ::unsetenv("DISSENT_THREADS");
  EXPECT_EQ(one, five);
  ShapesOptions other;
  other.seed = 1;
  EXPECT_NE(shapes_dataset(generate_shapes(other)).hash, one);
}

// The whole chain (panel without replacement, perceived evidence, lapses) against the closed form: a
// chi-square of votes over many panels, for scenes from clear to contested.
TEST(Shapes, TrueDistributionIsThatOfTheVotes) {
  ShapesOptions options;
  const std::vector<ShapeAnnotator> population = shape_annotators(options);
  const Stream scenes(3, "test-scene"), votes(3, "test-vote");
  double chi_square = 0, degrees = 0;
  for (std::uint64_t s = 0; s < 40; ++s) {
    Draws scene_draws(scenes, s);
    const ShapeScene scene = draw_scene(scene_draws);
    const ShapeWeights p = population_distribution(population, scene);
    ASSERT_NEAR(p[0] + p[1] + p[2] + p[3], 1, 1e-12);
    Draws draws(votes, s);
    ShapeWeights counts{};
    constexpr int kVotes = 40'000;
    for (int v = 0; v < kVotes; ++v) {
      ++counts[answer(population[draws.below(population.size())], scene, draws)];
    }
    for (std::size_t k = 0; k < kShapeClasses; ++k) {
      const double wanted = p[k] * kVotes;
      ASSERT_GT(wanted, 5);  // the chi-square approximation holds
      EXPECT_LT(std::abs(counts[k] - wanted), 6 * std::sqrt(wanted * (1 - p[k]))) << "scene " << s;
      chi_square += (counts[k] - wanted) * (counts[k] - wanted) / wanted;
    }
    degrees += kShapeClasses - 1;
  }
  EXPECT_NEAR(chi_square, degrees, 5 * std::sqrt(2 * degrees));
}

TEST(Shapes, EachAnnotatorAnswersByTheirOwnDistribution) {
  ShapesOptions options;
  options.careless = 0.5;
  const std::vector<ShapeAnnotator> population = shape_annotators(options);
  ShapeScene scene;
  scene.weights = {0.45, 0.35, 0.2, 0};
  double widest = 0;
  for (std::size_t a = 0; a < 10; ++a) {
    const ShapeWeights p = answer_distribution(population[a], scene);
    widest = std::max(widest, std::abs(p[0] - answer_distribution(population[0], scene)[0]));
    Draws draws(Stream(9, "test-annotator"), a);
    constexpr int kLooks = 20'000;
    ShapeWeights counts{};
    for (int v = 0; v < kLooks; ++v) ++counts[answer(population[a], scene, draws)];
    for (std::size_t k = 0; k < kShapeClasses; ++k) {
      EXPECT_NEAR(counts[k] / kLooks, p[k], 6 * std::sqrt(p[k] * (1 - p[k]) / kLooks)) << a;
    }
  }
  EXPECT_GT(widest, 0.1);  // they do differ
}

// The votes of a generated set, all together, against its true distributions.
TEST(Shapes, GeneratedVotesFollowTheTruth) {
  ShapesOptions options;
  options.items = 20'000;
  options.size = 8;
  const Shapes shapes = generate_shapes(options);
  std::vector<std::uint32_t> counts(kShapeClasses);
  for (std::size_t k = 0; k < kShapeClasses; ++k) {
    // Items in ten groups by the probability of class k: in each, votes are as many as expected.
    double wanted[10] = {}, got[10] = {};
    for (std::size_t i = 0; i < options.items; ++i) {
      const double p = shapes.truth[i * kShapeClasses + k];
      shapes.votes.counts_of(i, counts);
      const auto group = std::min<std::size_t>(9, static_cast<std::size_t>(p * 10));
      wanted[group] += 5 * p;
      got[group] += counts[k];
    }
    for (int g = 0; g < 10; ++g) {
      EXPECT_NEAR(got[g], wanted[g], 6 * std::sqrt(wanted[g]) + 1) << "class " << k << " group " << g;
    }
  }
}

TEST(Shapes, EveryItemHasDistinctAnnotators) {
  ShapesOptions options;
  options.annotators = 6;
  options.votes = 6;
  options.items = 50;
  const Shapes shapes = generate_shapes(options);
  for (std::size_t i = 0; i < options.items; ++i) {
    const auto panel = shapes.votes.annotators_of(i);
    EXPECT_EQ(std::set<std::uint32_t>(panel.begin(), panel.end()).size(), 6u);
  }
}

TEST(Shapes, HaveClearAndContestedImages) {
  ShapesOptions options;
  options.items = 4000;
  options.size = 8;
  const Shapes shapes = generate_shapes(options);
  double entropy = 0;
  std::size_t unanimous = 0;
  std::vector<std::size_t> gold(kShapeClasses);
  std::vector<std::uint32_t> counts(kShapeClasses);
  for (std::size_t i = 0; i < options.items; ++i) {
    for (std::size_t k = 0; k < kShapeClasses; ++k) {
      const double p = shapes.truth[i * kShapeClasses + k];
      entropy -= p * std::log(p) / static_cast<double>(options.items);
    }
    shapes.votes.counts_of(i, counts);
    unanimous += *std::max_element(counts.begin(), counts.end()) == options.votes;
    ++gold[static_cast<std::size_t>(shapes.gold[i])];
  }
  EXPECT_GT(entropy, 0.3);
  EXPECT_LT(entropy, 0.6);
  EXPECT_GT(unanimous, 4000 * 0.4);
  EXPECT_LT(unanimous, 4000 * 0.6);
  for (const std::size_t count : gold) EXPECT_NEAR(static_cast<double>(count), 1000, 6 * 27.4);
}

// The images must carry what the annotators see: in clean drawings, more of a shape is more of its pixels.
TEST(Shapes, PixelsShowTheMixture) {
  const auto draw = [](ShapeWeights weights, double contrast) {
    ShapeScene scene;
    scene.weights = weights;
    scene.light = {contrast, contrast, contrast};
    std::vector<std::uint8_t> pixels(16 * 16 * 3);
    Draws none(Stream(0, ""), 0);
    render_scene(scene, 16, 0, none, pixels);
    return pixels;
  };
  const auto distance = [](const auto& a, const auto& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(double{1} * a[i] - b[i]);
    return sum;
  };
  for (std::size_t from = 0; from < kShapeClasses; ++from) {
    for (std::size_t to = 0; to < kShapeClasses; ++to) {
      if (from == to) continue;
      ShapeWeights pure{};
      pure[from] = 1;
      const auto start = draw(pure, 1);
      double last = 0;
      for (const double part : {0.1, 0.2, 0.3, 0.4, 0.5, 1.0}) {
        ShapeWeights mixed{};
        mixed[from] = 1 - part;
        mixed[to] = part;
        const double now = distance(start, draw(mixed, 1));
        EXPECT_GT(now, last) << kShapeNames[from] << " to " << kShapeNames[to] << " at " << part;
        last = now;
      }
    }
  }
  // Equal areas: the sum of light says nothing about the shape.
  std::vector<double> light;
  for (std::size_t k = 0; k < kShapeClasses; ++k) {
    ShapeWeights pure{};
    pure[k] = 1;
    const auto pixels = draw(pure, 1);
    double sum = 0;
    for (const std::uint8_t value : pixels) sum += value;
    light.push_back(sum / (255.0 * 3) * 4 / 256);  // in units of the image's area of 4
  }
  for (const double area : light) EXPECT_NEAR(area, 3.14159265 * 0.25, 0.03);
}

TEST(Shapes, FolderReadsBackTheSame) {
  const DataFolder folder;
  ShapesOptions options;
  options.items = 60;
  options.size = 12;
  write_shapes(options, folder / "shapes");
  const Dataset made = shapes_dataset(generate_shapes(options));
  const Dataset read = load_dataset(folder / "shapes");
  EXPECT_EQ(read.hash, made.hash);
  EXPECT_EQ(read.name, "shapes");
  EXPECT_EQ(describe(read.inputs), "images 12 x 12 x 3");
  EXPECT_EQ(read.gold, made.gold);
  EXPECT_EQ(read.truth, made.truth);
  EXPECT_EQ(load_dataset(folder / "shapes/dataset.yaml").hash, made.hash);
  EXPECT_EQ(find_loader("shapes")->load(folder / "shapes").hash, made.hash);
  const Image preview = read_image(folder / "shapes/preview.png");
  EXPECT_EQ(preview.channels, 3u);
  const MappedFile truth(folder / "shapes/true.npy");
  EXPECT_EQ(read_npy(truth.bytes(), "true.npy").shape(), (std::vector<std::size_t>{60, 4}));
}

TEST(Shapes, ContactSheetTakesAnyNumber) {
  const DataFolder folder;
  for (const std::uint64_t items : {1u, 7u, 65u}) {
    ShapesOptions options;
    options.items = items;
    write_contact_sheet(generate_shapes(options), folder / "sheet.png");
    EXPECT_EQ(read_image(folder / "sheet.png").width, 8 + 8 * 88u);
  }
}

TEST(Shapes, RefuseImpossibleOptions) {
  const auto message = [](auto change) {
    ShapesOptions options;
    change(options);
    return error_of([&] { generate_shapes(options); });
  };
  EXPECT_TRUE(
      contains(message([](auto& o) { o.items = 0; }), "items 0: give a whole number from 1 to 10000000"));
  EXPECT_TRUE(contains(message([](auto& o) { o.votes = 41; }),
                       "votes 41: an annotator votes once on an image, and there are 40"));
  EXPECT_TRUE(contains(message([](auto& o) { o.size = 7; }), "size 7: give"));
  EXPECT_TRUE(contains(message([](auto& o) { o.noise = -1; }), "noise -1: give"));
  EXPECT_TRUE(contains(message([](auto& o) { o.careless = std::nan(""); }), "careless nan: give"));
  EXPECT_TRUE(contains(message([](auto& o) { o.items = 10'000'000, o.size = 256; }), "64 GiB"));
}

}  // namespace
}  // namespace dissent::shapes_test
