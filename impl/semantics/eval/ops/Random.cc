// rng_bit_generator: finds for each element the block from which it is made, and the one or two
// words of that block. The generators are from Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", SC 2011. The order of words is that of XLA.
#include "semantics/eval/OpCall.h"
#include "spec/Enums.inc.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <array>

namespace lz::eval {
namespace {

using Block = std::array<uint32_t, 4>;

uint32_t low(uint64_t x) {
  return uint32_t(x);
}
uint32_t high(uint64_t x) {
  return uint32_t(x >> 32);
}

// Computes Threefry2x32 with 20 rounds.
Block threefry(uint64_t key, uint64_t counter) {
  constexpr std::array<int, 8> kRotations = {13, 15, 26, 6, 17, 29, 16, 24};
  const std::array<uint32_t, 3> keys = {low(key), high(key), low(key) ^ high(key) ^ 0x1BD11BDAu};
  uint32_t a = low(counter) + keys[0], b = high(counter) + keys[1];
  for (uint32_t round = 0; round < 20; ++round) {
    const int by = kRotations[round % 8];
    a += b;
    b = (b << by | b >> (32 - by)) ^ a;
    if (uint32_t injection = (round + 1) / 4; (round + 1) % 4 == 0) {
      a += keys[injection % 3];
      b += keys[(injection + 1) % 3] + injection;
    }
  }
  return {a, b, 0, 0};
}

// Computes Philox4x32 with 10 rounds.
Block philox(uint64_t key, uint64_t counterLow, uint64_t counterHigh) {
  Block x = {low(counterLow), high(counterLow), low(counterHigh), high(counterHigh)};
  uint32_t k0 = low(key), k1 = high(key);
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = 0xD2511F53ull * x[0], b = 0xCD9E8D57ull * x[2];
    x = {high(b) ^ x[1] ^ k0, low(b), high(a) ^ x[3] ^ k1, low(a)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return x;
}

class Bits {
public:
  Bits(absl::Span<const uint64_t> state, bool isThreefry, const TensorType& type)
      : key_(state[0]), low_(state[1]), high_(state.size() == 3 ? state[2] : state[0]),
        isThreefry_(isThreefry), isWide_(byteSize(type.dtype) == 8), dims_(type.dims) {
    auto isEven = [](int64_t d) { return d % 2 == 0; };
    auto split = std::find_if(dims_.begin(), dims_.end(), isEven);
    if (split == dims_.end())
      split = std::max_element(dims_.begin(), dims_.end());
    split_ = size_t(split - dims_.begin());
  }

  uint64_t of(int64_t element) const {
    if (!isThreefry_) {
      const int64_t perBlock = isWide_ ? 2 : 4, word = element % perBlock * (isWide_ ? 2 : 1);
      return pick(philoxBlock(element / perBlock), size_t(word));
    }
    if (isWide_)
      return pick(threefry(key_, low_ + uint64_t(element)), 0);
    auto [counter, word] = halved(element);
    return threefry(key_, low_ + uint64_t(counter))[word];
  }

  // Returns how many counters an array of `elements` elements uses.
  int64_t counters(int64_t elements) const {
    if (!isThreefry_)
      return isWide_ ? (elements + 1) / 2 : (elements + 3) / 4;
    if (isWide_ || dims_.empty())
      return elements;
    return elements == 0 ? 0 : elements / dims_[split_] * ((dims_[split_] + 1) / 2);
  }

  std::array<uint64_t, 3> next(int64_t elements) const {
    const uint64_t counter = low_ + uint64_t(counters(elements));
    return {key_, counter, high_ + (counter < low_)};
  }

private:
  Block philoxBlock(int64_t i) const {
    const uint64_t counter = low_ + uint64_t(i);
    return philox(key_, counter, high_ + (counter < low_));
  }
  uint64_t pick(const Block& block, size_t word) const {
    return isWide_ ? uint64_t(block[word + 1]) << 32 | block[word] : block[word];
  }
  // Along one dimension, elements 2 i and 2 i + 1 share a counter. Returns the counter of an
  // element, and which of the two elements it is.
  std::pair<int64_t, size_t> halved(int64_t element) const {
    int64_t counter = 0, size = 1;
    size_t word = 0;
    for (size_t d = dims_.size(); d-- > 0;) {
      int64_t i = element % dims_[d], extent = dims_[d];
      element /= dims_[d];
      if (d == split_) {
        word = size_t(i % 2);
        i /= 2;
        extent = (extent + 1) / 2;
      }
      counter += i * size;
      size *= extent;
    }
    return {counter, word};
  }

  uint64_t key_, low_, high_;
  bool isThreefry_, isWide_;
  Dims dims_;
  size_t split_;
};

} // namespace

StatusOr<Literals> evalRngBitGenerator(const OpCall& call) {
  const TensorType &stateType = call.operandType(0), &type = call.resultTypes[1];
  absl::Span<const uint64_t> state(call.operands[0].as<uint64_t>(),
                                   size_t(stateType.numElements()));
  const Bits bits(state, RngBitGeneratorAttrs(call.attrs).rngAlgorithm() == RngAlgorithm::THREE_FRY,
                  type);
  Literal next(stateType), filled(type);
  std::copy_n(bits.next(type.numElements()).begin(), state.size(), next.mutableAs<uint64_t>());
  visitDType(type.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T>)
      for (int64_t i = 0; i < type.numElements(); ++i)
        filled.mutableAs<T>()[i] = T(bits.of(i));
  });
  return Literals{std::move(next), std::move(filled)};
}

} // namespace lz::eval
