// Compares the library's sort with a sort of tuples of keys and indices.
#include "exec/Executable.h"
#include "exec/thunks/Call.h"
#include "exec/thunks/Kinds.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <tuple>

namespace lz::exec {
namespace {

using runtime::Device;
using runtime::Storage;
using runtime::StorageRef;

CallSignature signatureOf(std::vector<TensorType> types, int64_t dimension, int64_t key,
                          const std::string& order, bool descending, int threads) {
  return {types, types, SortCallAttrs{dimension, {key}, {order}, {descending}}, threads};
}

std::vector<std::vector<std::byte>> run(const CallSignature& signature,
                                        const std::vector<std::vector<std::byte>>& inputs,
                                        int threads) {
  const CallFunction* function = findCall("sort");
  ExecutableSpec spec;
  spec.inputs = signature.operands, spec.outputs = signature.results;
  std::vector<BufferId> buffers;
  for (size_t i = 0; i < 2 * inputs.size(); ++i) {
    const bool isInput = i < inputs.size();
    const size_t ordinal = isInput ? i : i - inputs.size();
    buffers.push_back(BufferId(i));
    spec.buffers.push_back({isInput ? BufferKind::Input : BufferKind::Output,
                            spec.inputs[ordinal].numBytes(), int32_t(ordinal)});
  }
  spec.arenaBytes = function->needs(signature).scratchBytes;
  spec.buffers.push_back({BufferKind::Temp, spec.arenaBytes});
  spec.body.thunks = {makeCall({function, signature, buffers, BufferId(2 * inputs.size())})};
  std::vector<StorageRef> args;
  for (const std::vector<std::byte>& input : inputs)
    args.push_back(Storage::borrow(input.data(), int64_t(input.size()), {}));
  auto device = Device::host({.threads = threads});
  auto result = Executable(spec).run(*device, args);
  EXPECT_TRUE(result.ok()) << result.status();
  std::vector<std::vector<std::byte>> outputs;
  for (const StorageRef& output : result->outputs)
    outputs.emplace_back(output->data(), output->data() + output->bytes());
  return outputs;
}

template <typename T> std::vector<std::byte> bytesOf(const std::vector<T>& values) {
  auto* data = reinterpret_cast<const std::byte*>(values.data());
  return {data, data + values.size() * sizeof(T)};
}

// Compares in the order "total", by functions of the C++ library.
bool isLess(float a, float b) {
  return std::strong_order(a, b) < 0;
}
template <typename T> bool isLess(T a, T b) {
  return a < b;
}

template <typename T> std::vector<T> valuesOf(int64_t count, int64_t distinct) {
  std::mt19937_64 random(uint64_t(count + distinct));
  std::vector<T> values;
  for (int64_t i = 0; i < count; ++i) {
    auto value = T(int64_t(random() % uint64_t(distinct)) - distinct / 2);
    if constexpr (std::is_floating_point_v<T>) {
      constexpr T kInf = std::numeric_limits<T>::infinity(),
                  kNan = std::numeric_limits<T>::quiet_NaN();
      const T specials[] = {kInf, -kInf, kNan, -kNan, T(0), T(-0.0)};
      if (random() % 5 == 0)
        value = specials[random() % std::size(specials)];
    }
    values.push_back(value);
  }
  return values;
}

// Sorts keys of T together with their indices, in [outer, length, inner], along the middle
// dimension.
template <typename T> void expectSorted(Dims dims, bool descending, int threads) {
  const TensorType keyType{std::is_same_v<T, float> ? DType::F32 : DType::S64, dims},
      placeType{DType::S32, dims};
  const std::vector<T> keys = valuesOf<T>(keyType.numElements(), 1000);
  std::vector<int32_t> places(keys.size());
  for (size_t i = 0; i < places.size(); ++i)
    places[i] = int32_t(i);
  std::vector<int32_t> expected(places.size());
  for (int64_t o = 0; o < dims[0]; ++o)
    for (int64_t i = 0; i < dims[2]; ++i) {
      auto at = [&](int64_t k) { return size_t((o * dims[1] + k) * dims[2] + i); };
      std::vector<std::pair<T, int32_t>> slice;
      for (int64_t k = 0; k < dims[1]; ++k)
        slice.emplace_back(keys[at(k)], places[at(k)]);
      std::sort(slice.begin(), slice.end(), [&](const auto& a, const auto& b) {
        if (descending ? isLess(b.first, a.first) : isLess(a.first, b.first))
          return true;
        bool isGreater = descending ? isLess(a.first, b.first) : isLess(b.first, a.first);
        return !isGreater && a.second < b.second;
      });
      for (int64_t k = 0; k < dims[1]; ++k)
        expected[at(k)] = slice[size_t(k)].second;
    }
  CallSignature signature = signatureOf({placeType, keyType}, 1, 1, "total", descending, threads);
  auto outputs = run(signature, {bytesOf(places), bytesOf(keys)}, 3);
  EXPECT_TRUE(outputs[0] == bytesOf(expected)) << keyType.str() << " with " << threads;
}

// The scratch is for one thread, or for more threads than there are slices.
TEST(Sort, SlicesOfAllLengths) {
  for (int64_t length : {0, 1, 2, 3, 17, 63, 64, 65, 66, 300, 70000})
    for (Dims dims : {Dims{1, length, 1}, Dims{3, length, 2}})
      for (int threads : {1, 5}) {
        expectSorted<float>(dims, false, threads);
        expectSorted<float>(dims, true, threads);
        expectSorted<int64_t>(dims, threads == 1, threads);
      }
}

TEST(Sort, ManyShortSlices) {
  expectSorted<float>({50000, 3, 1}, false, 2);
  expectSorted<float>({1, 2, 50000}, true, 2);
  expectSorted<float>({1, 1, 50000}, true, 2);
}

// There are two keys, the second in descending order, and indices. The keys are small, so many
// pairs are equal.
void expectSortedByTwo(int64_t length, bool reversed, int threads) {
  const TensorType first{DType::S8, {length}}, second{DType::F32, {length}},
      third{DType::S32, {length}};
  std::mt19937_64 random(7);
  std::vector<int8_t> a;
  std::vector<float> b;
  std::vector<int32_t> places, expected;
  for (int32_t i = 0; i < length; ++i) {
    a.push_back(int8_t(random() % 3) - 1);
    b.push_back(float(random() % 5) - 2);
    places.push_back(i);
  }
  expected = places;
  auto rankOf = [&](int32_t i) {
    return std::tuple(a[size_t(i)], -b[size_t(i)], reversed ? -i : i);
  };
  std::sort(expected.begin(), expected.end(),
            [&](int32_t i, int32_t j) { return rankOf(i) < rankOf(j); });
  CallSignature signature = signatureOf({second, third, first}, 0, 2, "value", false, threads);
  signature.attrs =
      SortCallAttrs{0, {2, 0}, {"value", "value"}, {0, 1}, reversed ? "reversed" : ""};
  auto outputs = run(signature, {bytesOf(b), bytesOf(places), bytesOf(a)}, 3);
  EXPECT_TRUE(outputs[1] == bytesOf(expected)) << length << " reversed " << reversed;
}

TEST(Sort, SeveralKeysInTheirDirections) {
  for (int64_t length : {1, 2, 17, 64, 65, 1000, 100000})
    for (bool reversed : {false, true})
      for (int threads : {1, 5})
        expectSortedByTwo(length, reversed, threads);
}

// In the order "value", a NaN compares as neither less nor greater. Merges follow the comparisons,
// so the result is the same for any number of threads.
TEST(Sort, WhatComparesWithNothingGivesOnePermutation) {
  constexpr int64_t kLength = 100000;
  const TensorType type{DType::F32, {kLength}};
  const std::vector<float> keys = valuesOf<float>(kLength, 1000);
  std::vector<std::vector<std::byte>> one;
  for (int threads : {1, 2, 5}) {
    auto outputs =
        run(signatureOf({type}, 0, 0, "value", false, threads), {bytesOf(keys)}, threads);
    if (one.empty())
      one = outputs;
    EXPECT_TRUE(outputs == one) << threads;
  }
}

TEST(Sort, ScratchIsForThreadsAndNoMoreThanSlices) {
  auto bytes = [](Dims dims, DType key, int threads) {
    return findCall("sort")
        ->needs(signatureOf({{key, dims}}, 0, 0, "value", false, threads))
        .scratchBytes;
  };
  // The bytes of the counts: how often each value of a digit occurs. Each thread has its own
  // counts. If threads divide a row into parts, there are counts for each part: two parts for each
  // thread.
  constexpr int64_t kCounts = 4 * 256 * 8;
  EXPECT_EQ(bytes({100, 7}, DType::F32, 1), 2 * 8 * 100 + kCounts);
  EXPECT_EQ(bytes({100, 7}, DType::F32, 4), 4 * (2 * 8 * 100 + kCounts));
  EXPECT_EQ(bytes({100, 7}, DType::S8, 99), 7 * (2 * 8 * 100 + kCounts));
  EXPECT_EQ(bytes({100, 7}, DType::F64, 1), 2 * 16 * 100 + 2 * kCounts);
  EXPECT_EQ(bytes({1 << 20}, DType::F32, 4), (2 * 8 << 20) + 8 * kCounts);
  EXPECT_EQ(bytes({int64_t(1) << 32}, DType::S8, 1), (int64_t(2 * 16) << 32) + 2 * kCounts);
  EXPECT_EQ(bytes({100, 0}, DType::F32, 4), 0);
  EXPECT_EQ(bytes({int64_t(1) << 60}, DType::S8, 8), std::numeric_limits<int64_t>::max());
}

} // namespace
} // namespace lz::exec
