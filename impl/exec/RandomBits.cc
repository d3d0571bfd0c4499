// Makes random bits. A call of the block function makes a block of two (Threefry) or four (Philox)
// words of 32 bits from a key and a counter. The counters of the blocks are consecutive. The first
// one is the counter in the state. The words of a block go to these elements:
//
//   integers of   Threefry                                   Philox
//   <= 32 bits    one dimension is halved, and a block       the block of counter c makes
//                 makes neighbours along it (Halves)         elements 4 c ... 4 c + 3
//   64 bits       a block makes an element, the low          elements 2 c and 2 c + 1
//                 word first
//
// Integers below 32 bits are the low bits of a word.
#include "exec/RandomBits.h"

#include "base/machine/LibraryCosts.h"
#include "contraction/run/vector/ForClass.h"

#include <algorithm>

namespace lz::exec {
namespace {

using contraction::runForClass;

constexpr int64_t kBatch = 64;   // blocks that are made at once, so that loops use vectors
constexpr int64_t kThreefry = 1; // the RngAlgorithm of Threefry; other values mean Philox

struct State {
  uint64_t key, low, high; // only Philox uses `high`
};

// Describes which elements of up to 32 bits a block of Threefry makes. The array [outer, extent,
// inner] is halved to [outer, half, inner]. Each block makes two elements, which share a position
// of the halved array. The counter of the block is the row-major number of this position.
struct Halves {
  int64_t outer = 1, extent = 1, half = 1, inner = 1;
  int64_t counters() const { return outer * half * inner; }
};

// Halves the first dimension with an even extent, or the longest dimension if no extent is even.
Halves halvesOf(const Dims& dims) {
  if (dims.empty())
    return {};
  auto split = std::find_if(dims.begin(), dims.end(), [](int64_t d) { return d % 2 == 0; });
  if (split == dims.end())
    split = std::max_element(dims.begin(), dims.end());
  Halves halves;
  for (auto d = dims.begin(); d != split; ++d)
    halves.outer *= *d;
  for (auto d = split + 1; d != dims.end(); ++d)
    halves.inner *= *d;
  halves.extent = *split;
  halves.half = (*split + 1) / 2;
  return halves;
}

bool isThreefry(const CallSignature& signature) {
  return signature.attrsOf<RngBitGeneratorCallAttrs>().rngAlgorithm == kThreefry;
}

int64_t countersOf(const CallSignature& signature) {
  const TensorType& type = signature.results[1];
  const bool isWide = byteSize(type.dtype) == 8;
  const int64_t elements = type.numElements();
  if (isThreefry(signature))
    return isWide ? elements : halvesOf(type.dims).counters();
  const int64_t perBlock = isWide ? 2 : 4;
  return (elements + perBlock - 1) / perBlock;
}

// The words of all blocks of a batch. Threefry uses only the first two of the four words of a
// block.
using Words = uint32_t[4][kBatch];

LZ_INLINE uint32_t rotated(uint32_t x, int by) {
  return x << by | x >> (32 - by);
}

LZ_INLINE void threefry(const State& state, int64_t first, Words& x) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const auto k0 = uint32_t(state.key), k1 = uint32_t(state.key >> 32);
  const uint32_t keys[3] = {k0, k1, k0 ^ k1 ^ 0x1BD11BDA};
  for (int64_t i = 0; i < kBatch; ++i) {
    const uint64_t counter = state.low + uint64_t(first + i);
    x[0][i] = uint32_t(counter) + keys[0];
    x[1][i] = uint32_t(counter >> 32) + keys[1];
  }
  for (uint32_t group = 0; group < 5; ++group) {
    for (int by : kRotations[group % 2])
      for (int64_t i = 0; i < kBatch; ++i) {
        x[0][i] += x[1][i];
        x[1][i] = rotated(x[1][i], by) ^ x[0][i];
      }
    for (int64_t i = 0; i < kBatch; ++i) {
      x[0][i] += keys[(group + 1) % 3];
      x[1][i] += keys[(group + 2) % 3] + group + 1;
    }
  }
}

LZ_INLINE void philox(const State& state, int64_t first, Words& x) {
  for (int64_t i = 0; i < kBatch; ++i) {
    const uint64_t low = state.low + uint64_t(first + i), high = state.high + (low < state.low);
    x[0][i] = uint32_t(low);
    x[1][i] = uint32_t(low >> 32);
    x[2][i] = uint32_t(high);
    x[3][i] = uint32_t(high >> 32);
  }
  auto k0 = uint32_t(state.key), k1 = uint32_t(state.key >> 32);
  for (int round = 0; round < 10; ++round) {
    for (int64_t i = 0; i < kBatch; ++i) {
      const uint64_t a = uint64_t(x[0][i]) * 0xD2511F53u, b = uint64_t(x[2][i]) * 0xCD9E8D57u;
      const uint32_t x0 = uint32_t(b >> 32) ^ x[1][i] ^ k0, x2 = uint32_t(a >> 32) ^ x[3][i] ^ k1;
      x[0][i] = x0;
      x[1][i] = uint32_t(b);
      x[2][i] = x2;
      x[3][i] = uint32_t(a);
    }
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
}

// Each block makes two neighbours along the halved dimension. If the extent of this dimension is
// odd, the last block along it makes only one element.
template <typename T>
LZ_INLINE void putHalves(const Halves& h, int64_t first, int64_t count, const Words& x, T* out) {
  int64_t j = first % h.inner, k = first / h.inner % h.half, o = first / h.inner / h.half;
  for (int64_t i = 0; i < count;) {
    const int64_t run = std::min(h.inner - j, count - i);
    T* at = out + (o * h.extent + 2 * k) * h.inner + j;
    const bool isPair = 2 * k + 1 < h.extent;
    for (int64_t r = 0; r < run; ++r)
      at[r] = T(x[0][i + r]);
    for (int64_t r = 0; isPair && r < run; ++r)
      at[h.inner + r] = T(x[1][i + r]);
    i += run;
    j = 0;
    if (++k == h.half)
      k = 0, ++o;
  }
}

// T is unsigned and as wide as the elements.
template <typename T> struct Batches {
  const State& state;
  const Halves& halves;
  bool isThreefry;
  int64_t counters, elements;
  T* out;
  int64_t begin, end; // the range of batches

  template <int kBytes> LZ_INLINE void run() const {
    Words words;
    for (int64_t batch = begin; batch < end; ++batch) {
      const int64_t first = batch * kBatch, count = std::min(kBatch, counters - first);
      if (isThreefry)
        threefry(state, first, words);
      else
        philox(state, first, words);
      put(words, first, count);
    }
  }

  LZ_INLINE void put(const Words& x, int64_t first, int64_t count) const {
    if constexpr (sizeof(T) == 8) {
      const int64_t perBlock = isThreefry ? 1 : 2, most = elements - first * perBlock;
      for (int64_t i = 0; i < std::min(count * perBlock, most); ++i) {
        const int64_t word = i % perBlock * 2, block = i / perBlock;
        out[first * perBlock + i] = T(x[word][block]) | T(x[word + 1][block]) << 32;
      }
    } else if (isThreefry) {
      putHalves(halves, first, count, x, out);
    } else {
      const int64_t most = std::min(count * 4, elements - first * 4);
      for (int64_t i = 0; i < most; ++i)
        out[first * 4 + i] = T(x[i % 4][i / 4]);
    }
  }
};

template <typename T> void fill(const CallArgs& args, const State& state) {
  const CallSignature& signature = args.signature;
  const TensorType& type = signature.results[1];
  const int64_t counters = countersOf(signature), batches = (counters + kBatch - 1) / kBatch;
  const Halves halves = halvesOf(type.dims);
  const double ns = needsOfRandomBits(signature).ns;
  auto* out = reinterpret_cast<T*>(args.result(1).data);
  args.pool.parallelFor(
      batches, ns / double(std::max<int64_t>(batches, 1)), [&](int64_t lo, int64_t hi, int) {
        runForClass(signature.cpu, Batches<T>{state, halves, isThreefry(signature), counters,
                                              type.numElements(), out, lo, hi});
      });
}

// Writes the next state: the key, and the counter that follows the last counter that was used.
void putNextState(const CallArgs& args, const State& state) {
  absl::Span<uint64_t> next = args.result(0).as<uint64_t>();
  const uint64_t low = state.low + uint64_t(countersOf(args.signature));
  next[0] = state.key;
  next[1] = low;
  if (next.size() == 3)
    next[2] = state.high + (low < state.low);
}

} // namespace

Status randomBits(const CallArgs& args) {
  absl::Span<const uint64_t> given = args.operand(0).as<uint64_t>();
  // If the state has two words, Philox also uses the key as the high half of its counter.
  const State state{given[0], given[1], given.size() == 3 ? given[2] : given[0]};
  const TensorType& type = args.signature.results[1];
  if (type.numElements() > 0)
    visitDType(type.dtype, [&](auto zero) {
      switch (sizeof(zero)) {
      case 1:
        return fill<uint8_t>(args, state);
      case 2:
        return fill<uint16_t>(args, state);
      case 4:
        return fill<uint32_t>(args, state);
      default:
        return fill<uint64_t>(args, state);
      }
    });
  putNextState(args, state);
  return okStatus();
}

CallNeeds needsOfRandomBits(const CallSignature& signature) {
  const LibraryCosts& costs = libraryCosts(signature.cpu);
  const double nsPerBlock = isThreefry(signature) ? costs.threefry : costs.philox;
  return {0, nsPerBlock * double(countersOf(signature))};
}

} // namespace lz::exec
