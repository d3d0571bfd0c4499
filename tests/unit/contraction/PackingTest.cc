// Tests the copies and transposes of the packing for every CPU class and for unusual sizes.
// ContractionTest tests whole contractions of all layouts.
#include "contraction/run/vector/CopyRuns.h"
#include "contraction/run/vector/JoinRows.h"
#include "contraction/run/vector/RoundRow.h"
#include "contraction/run/vector/TurnRows.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace lz::contraction {
namespace {

template <typename T> T valueAt(int64_t i) {
  return T(float(i % 251) - 100.0f);
}

template <typename From> std::vector<From> numbered(int64_t count) {
  std::vector<From> values;
  values.reserve(size_t(count) + 1); // so that data() is not null even if it is empty
  for (int64_t i = 0; i < count; ++i)
    values.push_back(valueAt<From>(i));
  return values;
}

template <typename From, typename To>
void checkCopy(MachineClass cpu, int64_t length, int64_t panels, int64_t runs) {
  const int64_t step = length * panels + 3, stride = length + 1;
  std::vector<From> source = numbered<From>(runs * step);
  std::vector<int64_t> offsets;
  for (int64_t i = 0; i < runs; ++i)
    offsets.push_back((runs - 1 - i) * step);
  std::vector<To> target(size_t(panels * runs * stride) + 1, To(-7));
  copyRuns({offsets.data(), runs, length, panels, stride, cpu}, source.data(), target.data());
  for (int64_t panel = 0; panel < panels; ++panel)
    for (int64_t run = 0; run < runs; ++run)
      for (int64_t i = 0; i < stride; ++i) {
        To expected =
            i == length ? To(-7) : To(source[size_t(offsets[size_t(run)] + panel * length + i)]);
        ASSERT_EQ(target[size_t((panel * runs + run) * stride + i)], expected)
            << length << " x " << panels << ", run " << run << ", element " << i;
      }
}

template <typename From, typename To>
void checkTurn(MachineClass cpu, int numRows, int64_t count, int width) {
  std::vector<From> source = numbered<From>(numRows * (count + 5));
  std::vector<const From*> rows;
  for (int i = 0; i < numRows; ++i)
    rows.push_back(source.data() + i * (count + 5));
  std::vector<To> target(size_t(count * width) + 1, To(-7));
  turnRows(cpu, rows.data(), numRows, count, width, target.data());
  for (int64_t kk = 0; kk < count; ++kk)
    for (int i = 0; i < width; ++i) {
      To expected = i < numRows ? To(rows[size_t(i)][kk]) : To(-7);
      ASSERT_EQ(target[size_t(kk * width + i)], expected) << numRows << " x " << count;
    }
}

template <typename Check> void eachClassAndType(Check check) {
  for (MachineClass cpu : hostMachineClasses()) {
    check(cpu, float(), float());
    check(cpu, double(), double());
    check(cpu, BF16(), float());
    check(cpu, F16(), float());
  }
}

TEST(Packing, CopiesRunsOfEveryLength) {
  eachClassAndType([](MachineClass cpu, auto from, auto to) {
    for (int64_t length : {1, 2, 3, 4, 6, 7, 8, 13, 14, 15, 16, 17, 31, 32, 33, 48})
      for (int64_t panels : {1, 2, 5})
        checkCopy<decltype(from), decltype(to)>(cpu, length, panels, 11);
    checkCopy<decltype(from), decltype(to)>(cpu, 14, 3, 0);
    checkCopy<decltype(from), decltype(to)>(cpu, 32, 0, 4);
  });
}

TEST(Packing, TurnsEveryNumberOfRows) {
  eachClassAndType([](MachineClass cpu, auto from, auto to) {
    for (int numRows = 1; numRows <= kTurned; ++numRows)
      for (int64_t count : {0, 1, 3, 7, 16, 19, 64, 131})
        checkTurn<decltype(from), decltype(to)>(cpu, numRows, count, numRows + 2);
  });
}

void checkJoin(MachineClass cpu, int64_t values, int64_t numRows, int width) {
  const int64_t step = numRows + 3, pairs = (values + 1) / 2,
                panels = (numRows + width - 1) / width;
  std::vector<BF16> source = numbered<BF16>(values * step);
  std::vector<int64_t> offsets;
  for (int64_t kk = 0; kk < values; ++kk)
    offsets.push_back((values - 1 - kk) * step);
  std::vector<uint32_t> target(size_t(panels * pairs * width) + 1, 7), row = target;
  joinRows({offsets.data(), values, numRows, width, cpu}, source.data(), target.data());
  auto valueOf = [&](int64_t kk, int64_t i) -> uint32_t {
    return kk < values && i < numRows ? source[size_t(offsets[size_t(kk)] + i)].bits : 0;
  };
  for (int64_t panel = 0; panel < panels; ++panel)
    for (int64_t pair = 0; pair < pairs; ++pair)
      for (int64_t i = 0; i < width; ++i)
        ASSERT_EQ(target[size_t((panel * pairs + pair) * width + i)],
                  valueOf(2 * pair, panel * width + i) | valueOf(2 * pair + 1, panel * width + i)
                                                             << 16)
            << values << " x " << numRows << ", width " << width;
  ASSERT_EQ(target.back(), 7u);
  joinRow(source.data(), offsets.data(), values, width, row.data());
  for (int64_t pair = 0; pair < pairs; ++pair)
    ASSERT_EQ(row[size_t(pair * width)], target[size_t(pair * width)]);
}

TEST(Packing, JoinsRowsOfEveryNumber) {
  for (MachineClass cpu : hostMachineClasses())
    for (int64_t values : {1, 2, 7, 16})
      for (int64_t rows : {1, 5, 14, 16, 31, 32, 33, 70})
        for (int width : {1, 6, 14, 16, 32, 48})
          checkJoin(cpu, values, rows, width);
}

TEST(Packing, RoundsRowsOfEveryLength) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float special[] = {-0.0f, kInfinity, NAN, -NAN, 1e-40f, 3.4e38f, 1.00390625f, 1.01171875f};
  for (int64_t count : {0, 1, 15, 16, 37, 64, 131}) {
    std::vector<float> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(i % 3 ? float(i) / 7 : special[i / 3 % 8]);
    for (MachineClass cpu : hostMachineClasses()) {
      std::vector<BF16> target(size_t(count) + 1, BF16(-7));
      roundRow(cpu, values.data(), count, target.data());
      for (int64_t i = 0; i < count; ++i)
        ASSERT_EQ(target[size_t(i)].bits, BF16(values[size_t(i)]).bits) << count << " at " << i;
      ASSERT_EQ(target.back().bits, BF16(-7).bits);
    }
  }
}

TEST(Packing, ConvertsSpecialValues) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float values[] = {0.0f, -0.0f, kInfinity, -kInfinity, NAN, 6e-8f, 65504.0f, -1.5f};
  constexpr int64_t kCount = 40; // whole vectors of every CPU class, and a remainder
  std::vector<F16> halves;
  std::vector<BF16> brains;
  for (int64_t i = 0; i < kCount; ++i) {
    halves.emplace_back(values[i % 8]);
    brains.emplace_back(values[i % 8]);
  }
  const int64_t offset = 0;
  std::vector<float> fromHalves(kCount), fromBrains(kCount);
  auto same = [](float a, float b) {
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
  };
  for (MachineClass cpu : hostMachineClasses()) {
    copyRuns({&offset, 1, kCount, 1, kCount, cpu}, halves.data(), fromHalves.data());
    copyRuns({&offset, 1, kCount, 1, kCount, cpu}, brains.data(), fromBrains.data());
    for (size_t i = 0; i < size_t(kCount); ++i) {
      EXPECT_TRUE(same(fromHalves[i], float(halves[i]))) << i;
      EXPECT_TRUE(same(fromBrains[i], float(brains[i]))) << i;
    }
  }
}

} // namespace
} // namespace lz::contraction
