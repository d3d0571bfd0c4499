// Compares the library's top-k with a sort of keys and indices.
#include "base/Literal.h"
#include "exec/Calls.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <utility>

namespace lz::exec {
namespace {

// Zeros: the bound of a selection is often -0 or +0. Tile: a row begins with large numbers in
// descending order, as in a loop over tiles.
enum class Fill { Random, FewDifferent, Ascending, Descending, Specials, Zeros, Tile };

Literal filled(const TensorType& type, Fill fill) {
  Literal x(type);
  std::mt19937_64 random(5);
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < type.numElements(); ++i) {
      T& value = x.mutableAs<T>()[i];
      if (fill == Fill::Specials && !std::is_integral_v<T>) {
        const float specials[] = {0.0f,
                                  -0.0f,
                                  std::numeric_limits<float>::quiet_NaN(),
                                  -std::numeric_limits<float>::quiet_NaN(),
                                  1.0f,
                                  -1.0f,
                                  std::numeric_limits<float>::infinity()};
        value = T(specials[random() % std::size(specials)]);
      } else if (fill == Fill::Zeros && !std::is_integral_v<T>) {
        const float zeros[] = {-0.0f, 0.0f, -1.0f, -1.0f, -1.0f};
        value = T(zeros[random() % std::size(zeros)]);
      } else if (fill == Fill::Tile && i % type.dims.back() < 16) {
        value = T(float(120 - i % type.dims.back()));
      } else {
        const int64_t number = fill == Fill::Ascending    ? i
                               : fill == Fill::Descending ? -i
                               : fill == Fill::Random     ? int64_t(random() % 2000000) - 1000000
                               : fill == Fill::Tile       ? int64_t(random() % 127) - 10
                                                          : int64_t(random() % 3);
        if constexpr (std::is_integral_v<T>)
          value = T(number);
        else
          value = T(float(number));
      }
    }
  });
  return x;
}

// Maps x to an integer with the same order; for floats, the order "total".
template <typename T> int64_t rankOf(T x) {
  if constexpr (std::is_same_v<T, uint64_t>)
    return int64_t(x ^ (uint64_t(1) << 63));
  else if constexpr (std::is_integral_v<T>)
    return int64_t(x);
  else if constexpr (std::is_same_v<T, double>) {
    const auto bits = std::bit_cast<int64_t>(x);
    return bits < 0 ? bits ^ std::numeric_limits<int64_t>::max() : bits;
  } else {
    const auto bits = std::bit_cast<int32_t>(float(x));
    return bits < 0 ? bits ^ std::numeric_limits<int32_t>::max() : bits;
  }
}

std::vector<int32_t> expectedPlaces(const Literal& x, int64_t k) {
  const int64_t length = x.type().dims.back();
  std::vector<int32_t> places;
  for (int64_t row = 0; row < x.type().numElements() / length; ++row) {
    std::vector<int32_t> order(size_t(length), 0);
    std::iota(order.begin(), order.end(), 0);
    visitDType(x.type().dtype, [&](auto zero) {
      const auto* values = x.as<decltype(zero)>() + row * length;
      std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
        return std::pair(rankOf(values[b]), a) < std::pair(rankOf(values[a]), b);
      });
    });
    places.insert(places.end(), order.begin(), order.begin() + k);
  }
  return places;
}

void expectSelected(const TensorType& type, int64_t k, Fill fill, int threads) {
  const Literal x = filled(type, fill);
  Dims dims = type.dims;
  dims.back() = k;
  const CallSignature signature{
      {type}, {{type.dtype, dims}, {DType::S32, dims}}, TopKCallAttrs{k}, threads};
  const CallFunction* function = findCall("top_k");
  // The function must not touch the memory after the scratch that it asks for.
  const int64_t bytes = function->needs(signature).scratchBytes;
  Literal scratch = Literal::splatInt({DType::U8, {bytes + 64}}, 77), values(signature.results[0]),
          places(signature.results[1]);
  void* buffers[] = {const_cast<std::byte*>(x.data()), values.mutableData(), places.mutableData()};
  ThreadPool pool(threads);
  const Status status =
      function->run({signature, buffers, {scratch.mutableData(), size_t(bytes)}, pool});
  ASSERT_TRUE(status.ok()) << status;
  const std::vector<int32_t> expected = expectedPlaces(x, k);
  const std::string what =
      absl::StrCat(type.str(), " k ", k, " fill ", int(fill), " threads ", threads);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), places.as<int32_t>())) << what;
  const int64_t size = byteSize(type.dtype);
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(std::memcmp(values.data() + int64_t(i) * size,
                          x.data() + (int64_t(i) / k * type.dims.back() + expected[i]) * size,
                          size_t(size)),
              0)
        << what;
  for (int64_t i = 0; i < 64; ++i)
    ASSERT_EQ(scratch.as<uint8_t>()[bytes + i], 77) << what;
}

class TopK : public testing::TestWithParam<DType> {};

TEST_P(TopK, OfRowsOfAllLengths) {
  for (Fill fill : {Fill::Random, Fill::FewDifferent, Fill::Ascending, Fill::Descending,
                    Fill::Specials, Fill::Zeros, Fill::Tile})
    for (int64_t length : {1, 2, 7, 16, 63, 64, 65, 300, 1000})
      for (int64_t k : {int64_t(1), int64_t(2), length / 9, length / 8, length / 2, length})
        if (k > 0 && k <= length)
          expectSelected({GetParam(), {3, length}}, k, fill, 2);
}

// One row is divided into parts. Few or many elements are selected.
TEST_P(TopK, OfOneLongRow) {
  for (Fill fill :
       {Fill::Random, Fill::FewDifferent, Fill::Ascending, Fill::Descending, Fill::Specials})
    for (int64_t k : {1, 16, 17, 1000, 50000})
      for (int threads : {1, 2, 5})
        expectSelected({GetParam(), {100001}}, k, fill, threads);
}

INSTANTIATE_TEST_SUITE_P(Types, TopK,
                         testing::Values(DType::Pred, DType::S8, DType::S16, DType::S32, DType::S64,
                                         DType::U8, DType::U16, DType::U32, DType::U64, DType::F16,
                                         DType::BF16, DType::F32, DType::F64),
                         [](const auto& info) { return std::string(dtypeName(info.param)); });

} // namespace
} // namespace lz::exec
