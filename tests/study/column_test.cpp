// Columns as values: every name is read as the column that it was made from.
#include <gtest/gtest.h>

#include "dissent/study/columns.h"
#include "study/study_support.h"

namespace dissent::column_test {
namespace {

TEST(Column, NamesOfAllStudiesAreReadAsTheColumnsThatTheyWereMadeFrom) {
  std::size_t columns = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(DISSENT_SOURCE_DIR) / "studies")) {
    for (const Column& column : study_columns(read_study(entry.path()))) {
      const std::optional<Column> read = parse_column(column.name());
      ASSERT_TRUE(read) << column.name();
      EXPECT_EQ(*read, column) << column.name();
      ++columns;
    }
  }
  EXPECT_GT(columns, 500U);
}

TEST(Column, SaysWhatItHolds) {
  struct Case {
    std::string_view name, label;
    Better better;
    Theme theme;
  };
  for (const Case& one :
       {Case{"soft_nll", "soft NLL", Better::lower, Theme::scores},
        {"last_ece", "ECE at the last epoch", Better::lower, Theme::uncertainty},
        {"kl@entropy-top:0.05", "KL, entropy-top:0.05", Better::lower, Theme::scores},
        {"accuracy%majority", "accuracy, % against majority", Better::higher, Theme::scores},
        {"kl@class:50%", "KL, class:50%", Better::lower, Theme::scores},
        {"best_epoch", "best epoch", Better::neither, Theme::training},
        {"trace@votes:3..5", "Hessian trace, votes:3..5", Better::lower, Theme::geometry},
        {"variance_spearman", "correlation of gradient variance and entropy", Better::neither,
         Theme::geometry},
        {"msp_auroc@svhn", "msp AUROC, svhn", Better::higher, Theme::outside},
        {"knn_fpr95@cifar100", "knn FPR95, cifar100", Better::lower, Theme::outside}}) {
    const std::optional<Column> column = parse_column(one.name);
    ASSERT_TRUE(column) << one.name;
    EXPECT_EQ(column->name(), one.name);
    EXPECT_EQ(column->label(), one.label);
    EXPECT_EQ(column->better(), one.better) << one.name;
    EXPECT_EQ(column->theme(), one.theme) << one.name;
  }
}

TEST(Column, ANameThatNoColumnCanHaveIsNone) {
  for (const std::string_view name : {"", "nll", "last_", "last_trace", "best_epoch@all", "trace%soft", "kl@",
                                      "kl%", "_auroc@svhn", "auroc", "msp_auroc%soft", "seconds@all"}) {
    EXPECT_FALSE(parse_column(name)) << name;
  }
}

}  // namespace
}  // namespace dissent::column_test
