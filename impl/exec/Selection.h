// Finds the k largest elements of a sequence. Each element that is larger than the k-th largest
// element so far is added to a list. If the list is full, it is cut to its k largest elements.
// Elements arrive in blocks that fit into the first-level cache. A block from which few elements
// are added is read only once.
//
//   k = 2, a list of 4, elements 3 9 4 1 8 5 7 2: the list 3 9 4 1 is cut to 9 4; then 8 and 5 are
//   larger than 4, and the list 9 4 8 5 is cut to 9 8; 7 and 2 are not larger than 8
#pragma once

#include "base/machine/CostTable.h"
#include "contraction/run/vector/ForClass.h"
#include "exec/RadixSort.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>

namespace lz::exec {

template <typename T> using SignedKey = std::make_signed_t<Bits<T>>;

// Returns a signed integer that grows in the order "total". Vectors can compare signed integers.
template <typename T> LZ_INLINE SignedKey<T> signedKeyOf(T x) {
  const Bits<T> bits = bitsOf(x);
  if constexpr (std::is_integral_v<T>)
    return SignedKey<T>(std::is_signed_v<T> ? bits : Bits<T>(bits ^ kSign<T>));
  else
    return SignedKey<T>(bits ^ (SignedKey<T>(bits) < 0 ? Bits<T>(~kSign<T>) : Bits<T>(0)));
}

// A key and the place of its element in one integer. The larger integer comes first. If keys are
// equal, the key with the lower place has the larger integer.
__extension__ typedef unsigned __int128 Wide;
constexpr int64_t kCandidateAlign = alignof(Wide); // alignment of a list
template <typename T> using Candidate = std::conditional_t<sizeof(T) == 8, Wide, uint64_t>;

template <typename T> Candidate<T> candidateOf(SignedKey<T> key, int64_t place) {
  return Candidate<T>(Bits<T>(Bits<T>(key) ^ kSign<T>)) << 32 | uint32_t(~uint32_t(place));
}
template <typename T> SignedKey<T> keyOfCandidate(Candidate<T> candidate) {
  return SignedKey<T>(Bits<T>(Bits<T>(candidate >> 32) ^ kSign<T>));
}
template <typename T> int32_t placeOfCandidate(Candidate<T> candidate) {
  return int32_t(~uint32_t(candidate));
}

// Loads a register of keys.
template <typename T, int kBytes> struct KeyVector {
  typedef SignedKey<T> V __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
  static constexpr int64_t kLanes = kBytes / int64_t(sizeof(T));

  static LZ_INLINE void load(const T* x, V& keys) {
    keys = *reinterpret_cast<const V*>(x);
    if constexpr (!std::is_integral_v<T>)
      keys ^= keys >> SignedKey<T>(8 * sizeof(T) - 1) & SignedKey<T>(~kSign<T>);
    else if constexpr (!std::is_signed_v<T>)
      keys ^= SignedKey<T>(kSign<T>);
  }
};

// Finds out quickly that no element of some registers is larger than a bound. The answer "maybe" is
// always allowed.
template <typename T> class Sieve {
public:
  void raise(SignedKey<T> bound) { bound_ = bound; }

  template <int kBytes, int kRegisters> LZ_INLINE bool mayPass(const T* x) const {
    using Keys = KeyVector<T, kBytes>;
    typename Keys::V most, other;
    Keys::load(x, most);
    for (int r = 1; r < kRegisters; ++r) {
      Keys::load(x + r * Keys::kLanes, other);
      most = other > most ? other : most;
    }
    return __builtin_reduce_or(most > bound_) != 0;
  }

private:
  SignedKey<T> bound_ = 0;
};

// Compares numbers instead of keys, which takes one instruction for a register. Two cases differ
// from the order "total": a NaN may always pass, and +0 passes if the bound is -0, because the
// number next below -0 is then compared instead.
template <typename T>
  requires std::is_floating_point_v<T>
class Sieve<T> {
public:
  void raise(SignedKey<T> bound) {
    const SignedKey<T> ofNegativeZero = signedKeyOf(T(-0.0));
    bound_ = bound == ofNegativeZero ? -std::numeric_limits<T>::denorm_min() : valueOf(bound);
  }

  template <int kBytes, int kRegisters> LZ_INLINE bool mayPass(const T* x) const {
    typedef T V __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
    constexpr int64_t kLanes = kBytes / int64_t(sizeof(T));
    auto passes = ~(*reinterpret_cast<const V*>(x) <= bound_);
    for (int r = 1; r < kRegisters; ++r)
      passes |= ~(*reinterpret_cast<const V*>(x + r * kLanes) <= bound_);
    return __builtin_reduce_or(passes) != 0;
  }

private:
  // The inverse of signedKeyOf.
  static T valueOf(SignedKey<T> key) {
    return std::bit_cast<T>(SignedKey<T>(key < 0 ? key ^ SignedKey<T>(~kSign<T>) : key));
  }

  T bound_ = 0;
};

template <typename T> class Selection {
public:
  // Returns whether the list is kept sorted and has at most k elements. Otherwise the list has room
  // for more than k elements, and is cut to k elements when it is full. For k = 16 of 1,000 f32 on
  // an AMD Zen 5, adding an element takes 9 ns with a sorted list, and 30 ns with a list that is
  // cut.
  static bool keepsOrder(int64_t k) { return k <= kFew; }
  // Returns the largest number of elements in the list.
  static int64_t capacity(int64_t k) { return keepsOrder(k) ? k : 2 * k; }
  static int64_t listBytes(int64_t k) {
    const int64_t bytes = capacity(k) * int64_t(sizeof(Candidate<T>));
    return (bytes + kCandidateAlign - 1) / kCandidateAlign * kCandidateAlign;
  }

  Selection(std::byte* list, int64_t k, MachineClass cpu)
      : list_(reinterpret_cast<Candidate<T>*>(list)), k_(k), capacity_(capacity(k)),
        block_(int64_t(costTable(cpu).caches[0] / 2 / sizeof(T))), cpu_(cpu) {}

  // Adds the elements [begin, end) of a row. In the row, they must come after all elements that
  // were added before.
  void show(const T* row, int64_t begin, int64_t end) {
    contraction::runForClass(cpu_, Scan{*this, row, begin, end});
  }

  // Adds the elements in the list of another selection.
  void join(const Selection& other) {
    for (int64_t i = 0; i < other.count_; ++i)
      if (!isBounded_ || keyOfCandidate<T>(other.list_[i]) >= least_)
        add(other.list_[i]);
  }

  // Calls fn(i, place) for the k largest elements in descending order. If there are fewer than k
  // elements, calls fn for all elements.
  template <typename Fn> void each(Fn fn) {
    if (!keepsOrder(k_)) {
      cut();
      std::sort(list_, list_ + count_, std::greater<>());
    }
    for (int64_t i = 0; i < count_; ++i)
      fn(i, placeOfCandidate<T>(list_[i]));
  }

private:
  // The list is kept sorted if k is at most this number. With a value of 8, top-k-rows of the bench
  // takes 5 times as long. With a value of 32, it takes the same time (Zen 5).
  static constexpr int64_t kFew = 16;
  // The k-th largest of the lanes' maxima is a lower bound for the k largest elements. This bound
  // is used if a block has at least kLeastPerLane elements for each of kLanes lanes. On an AMD Zen
  // 4, a row of 1,000 f32 with k = 10 takes 0.9 us with the bound and 1.8 us without it.
  static constexpr int64_t kLanes = 64, kLeastPerLane = 4;
  // In a later block, this bound is found after kMostWithoutLanes elements were added. On an AMD
  // Zen 3, an ascending row of 1,000,000 f32 with k = 10 takes 9.0 ms if it is never found, and
  // 0.3 ms with a number of 2, 8 or 32.
  static constexpr int64_t kMostWithoutLanes = 8;
  static constexpr SignedKey<T> kLowest = std::numeric_limits<SignedKey<T>>::min();

  void add(Candidate<T> candidate) {
    if (keepsOrder(k_))
      return insert(candidate);
    list_[count_++] = candidate;
    if (count_ == capacity_)
      cut();
  }

  void insert(Candidate<T> candidate) {
    const bool isFull = count_ == k_;
    int64_t i = isFull ? k_ - 1 : count_++;
    if (isFull && list_[i] > candidate)
      return;
    for (; i > 0 && list_[i - 1] < candidate; --i)
      list_[i] = list_[i - 1];
    list_[i] = candidate;
    if (count_ == k_)
      raise(keyOfCandidate<T>(list_[k_ - 1]));
  }

  void cut() {
    if (count_ <= k_)
      return;
    std::nth_element(list_, list_ + k_ - 1, list_ + count_, std::greater<>());
    count_ = k_;
    raise(keyOfCandidate<T>(list_[k_ - 1]));
  }

  void raise(SignedKey<T> bound) {
    if (isBounded_ && bound <= least_)
      return;
    least_ = bound;
    sieve_.raise(bound);
    isBounded_ = true;
  }

  struct Scan {
    Selection& selection;
    const T* row;
    int64_t begin, end;

    template <int kBytes> LZ_INLINE void run() const {
      const int64_t block = selection.block_;
      for (int64_t from = begin; from < end; from += block)
        scanBlock<kBytes>(from, std::min(from + block, end));
    }

    // A bound by lanes pays if many elements are added. So it is found at the beginning of a row,
    // and in later blocks if many elements are larger than the bound so far.
    template <int kBytes> LZ_INLINE void scanBlock(int64_t from, int64_t to) const {
      if (!selection.isBounded_ && !beginsInOrder(from, to))
        boundByLanes<kBytes>(from, to);
      for (; from < to && !selection.isBounded_; ++from)
        selection.add(candidateOf<T>(signedKeyOf(row[from]), from));
      from = addFrom<kBytes>(from, to, keepsOrder(selection.k_) ? kMostWithoutLanes : to - from);
      if (from == to)
        return;
      boundByLanes<kBytes>(from, to);
      addFrom<kBytes>(from, to, to - from);
    }

    // Returns whether the first k elements descend. They do in loops over tiles, where a row begins
    // with the k largest elements of earlier tiles. Such elements are added without moving others.
    LZ_INLINE bool beginsInOrder(int64_t from, int64_t to) const {
      if (selection.k_ > to - from)
        return false;
      for (int64_t i = from + 1; i < from + selection.k_; ++i)
        if (signedKeyOf(row[i - 1]) < signedKeyOf(row[i]))
          return false;
      return true;
    }

    // Raises the bound to the k-th largest of the lanes' maxima. At least k elements of the block
    // are as large as this maximum. So no element that is smaller than the maximum can be among the
    // k largest.
    template <int kBytes> LZ_INLINE void boundByLanes(int64_t from, int64_t end) const {
      const int64_t to = from + (end - from) / kLanes * kLanes;
      if (!keepsOrder(selection.k_) || to - from < kLeastPerLane * kLanes)
        return;
      using Keys = KeyVector<T, kBytes>;
      constexpr int64_t kVectors = kLanes / Keys::kLanes;
      typename Keys::V most[kVectors];
      for (int64_t v = 0; v < kVectors; ++v)
        Keys::load(row + from + v * Keys::kLanes, most[v]);
      for (int64_t i = from + kLanes; i < to; i += kLanes)
        for (int64_t v = 0; v < kVectors; ++v) {
          typename Keys::V x;
          Keys::load(row + i + v * Keys::kLanes, x);
          most[v] = x > most[v] ? x : most[v];
        }
      if (const SignedKey<T> bound = boundOf<Keys>(most); bound > kLowest)
        selection.raise(SignedKey<T>(bound - 1));
    }

    // Returns the k-th largest of the lanes' maxima. The code counts, for each maximum, how many
    // maxima are larger. Counting needs no branches, which would be mispredicted.
    template <typename Keys> LZ_INLINE SignedKey<T> boundOf(const typename Keys::V* most) const {
      constexpr int64_t kVectors = kLanes / Keys::kLanes;
      SignedKey<T> keys[kLanes], larger[kLanes];
      typename Keys::V counts[kVectors] = {};
      std::memcpy(keys, most, sizeof keys);
      for (int64_t i = 0; i < kLanes; ++i)
        for (int64_t v = 0; v < kVectors; ++v)
          counts[v] -= keys[i] > most[v];
      std::memcpy(larger, counts, sizeof larger);
      SignedKey<T> bound = std::numeric_limits<SignedKey<T>>::max();
      for (int64_t j = 0; j < kLanes; ++j)
        bound = larger[j] < selection.k_ ? std::min(bound, keys[j]) : bound;
      return bound;
    }

    // Adds the elements of [from, to) that are larger than the bound. Stops as soon as more than
    // `most` are added, and returns the first element that was not looked at.
    template <int kBytes> LZ_INLINE int64_t addFrom(int64_t from, int64_t to, int64_t most) const {
      constexpr int64_t kLanes = KeyVector<T, kBytes>::kLanes, kRegisters = 4;
      int64_t i = from;
      for (; i + kRegisters * kLanes <= to; i += kRegisters * kLanes) {
        if (!selection.sieve_.template mayPass<kBytes, kRegisters>(row + i))
          continue;
        if (most < 0)
          return i;
        for (int64_t r = 0; r < kRegisters; ++r)
          if (selection.sieve_.template mayPass<kBytes, 1>(row + i + r * kLanes))
            most -= addLarger(i + r * kLanes, i + (r + 1) * kLanes);
      }
      addLarger(i, to);
      return to;
    }

    // Adds elements that are larger than the bound. An element that equals the bound is not added,
    // because among equal elements the earlier one comes first. Returns how many were added.
    LZ_INLINE int64_t addLarger(int64_t from, int64_t to) const {
      int64_t added = 0;
      for (int64_t j = from; j < to; ++j)
        if (const SignedKey<T> key = signedKeyOf(row[j]); key > selection.least_) {
          selection.add(candidateOf<T>(key, j));
          ++added;
        }
      return added;
    }
  };

  Candidate<T>* list_;
  int64_t k_, capacity_;
  int64_t block_; // number of elements that fill half of the first-level cache
  int64_t count_ = 0;
  MachineClass cpu_;
  SignedKey<T> least_ = 0; // only larger elements are added from now on
  Sieve<T> sieve_;         // of `least_`
  bool isBounded_ = false;
};

} // namespace lz::exec
