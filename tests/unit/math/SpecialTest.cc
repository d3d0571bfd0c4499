// Compares special functions with a table of exact values, which were computed by other formulas.
// Checks the vector code, and the oracle, on which the other tests rely.
#include "Functions.h"
#include "gtest/gtest.h"
#include "spec/Accuracy.h"

#include <algorithm>
#include <vector>

namespace lz::emit {
namespace {

struct Row {
  Opcode opcode;
  double x, y;
  long double exact;
};

constexpr Row kRows[] = {
#include "SpecialTable.inc"
};

std::vector<Row> rowsOf(const Function& f) {
  std::vector<Row> rows;
  std::copy_if(std::begin(kRows), std::end(kRows), std::back_inserter(rows),
               [&](const Row& row) { return row.opcode == f.opcode; });
  return rows;
}

class Special : public testing::TestWithParam<Function> {};

// The error of the oracle must be small, because it would count as an error of the f64 code that is
// compared with it.
TEST_P(Special, OracleIsOffByASmallPartOfAPlace) {
  const Function& f = GetParam();
  for (const Row& row : rowsOf(f)) {
    long double actual = f.asLong(row.x, row.y);
    long double term = f.largestTerm ? f.largestTerm(row.x, row.y) : 0;
    long double scale = std::max(std::fabs(row.exact), term);
    EXPECT_LE(std::fabs(actual - row.exact), 0x1p-55L * scale)
        << nameOf(f) << " of " << row.x << ", " << row.y << " is " << double(actual) << " and not "
        << double(row.exact);
  }
}

TEST_P(Special, VectorCodeIsWithinItsBound) {
  const Function& f = GetParam();
  std::vector<Row> rows = rowsOf(f);
  ASSERT_FALSE(rows.empty());
  constexpr size_t kWhole = 64;
  size_t count = (rows.size() + kWhole - 1) / kWhole * kWhole;
  std::vector<double> x(count, 1), y(count, 1), out(count);
  for (size_t i = 0; i < rows.size(); ++i)
    x[i] = rows[i].x, y[i] = rows[i].y;
  for (MachineClass cpu : hostMachineClasses()) {
    MathJit jit(cpu);
    jit.compile(ElementKind::F64, /*scalar=*/false, f.body)(x.data(), y.data(), out.data(),
                                                            int64_t(count));
    Worst<double> worst;
    for (size_t i = 0; i < rows.size(); ++i)
      worst.add(f, out[i], rows[i].exact, x[i], y[i]);
    EXPECT_LE(worst.error, errorBound(f.opcode, /*strict=*/true, cpu, DType::F64))
        << nameOf(f) << " of " << worst.x << ", " << worst.y << " is " << worst.actual
        << " and not " << double(worst.exact);
  }
}

std::vector<Function> specialFunctions() {
  std::vector<Function> special;
  std::copy_if(functions().begin(), functions().end(), std::back_inserter(special),
               [](const Function& f) { return f.isSpecial; });
  return special;
}

INSTANTIATE_TEST_SUITE_P(Math, Special, testing::ValuesIn(specialFunctions()),
                         [](const auto& info) { return nameOf(info.param); });

} // namespace
} // namespace lz::emit
