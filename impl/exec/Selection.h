// The k largest of the elements that it has been shown, in one pass over them: what is larger than
// the k-th largest so far joins a list, and a list that is full is cut to its k largest.
//
//   k = 2 of 3 9 4 1 8 5 7 2, a list of 4: 3 9 4 1 -> 9 4; then 8 and 5 are larger than 4: 9 4 8 5
//   -> 9 8; 7 and 2 are not larger than 8
#pragma once

#include "contraction/run/vector/ForClass.h"
#include "exec/RadixSort.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace lz::exec {

template <typename T> using SignedKey = std::make_signed_t<Bits<T>>;

// Grows in the order "total", and is compared as vectors compare.
template <typename T> LZ_INLINE SignedKey<T> signedKeyOf(T x) {
  const Bits<T> bits = bitsOf(x);
  if constexpr (std::is_integral_v<T>)
    return SignedKey<T>(std::is_signed_v<T> ? bits : Bits<T>(bits ^ kSign<T>));
  else
    return SignedKey<T>(bits ^ (SignedKey<T>(bits) < 0 ? Bits<T>(~kSign<T>) : Bits<T>(0)));
}

// A key with a place behind it, as one integer: the larger one comes first, of equal keys that with
// the lower place.
__extension__ typedef unsigned __int128 Wide;
constexpr int64_t kCandidateAlign = alignof(Wide); // of a list, at least
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

template <typename T> class Selection {
public:
  // Candidates in the list.
  static int64_t capacity(int64_t k) { return k <= kFew ? k : 2 * k; }
  static int64_t listBytes(int64_t k) {
    const int64_t bytes = capacity(k) * int64_t(sizeof(Candidate<T>));
    return (bytes + kCandidateAlign - 1) / kCandidateAlign * kCandidateAlign;
  }

  Selection(std::byte* list, int64_t k, CpuClass cpu)
      : list_(reinterpret_cast<Candidate<T>*>(list)), k_(k), capacity_(capacity(k)), cpu_(cpu) {}

  // Elements [begin, end) of a row, which lie behind all that it has been shown.
  void show(const T* row, int64_t begin, int64_t end) {
    if (!isBounded_ && k_ <= kFew && end - begin >= kLeastPerLane * kLanes)
      contraction::runForClass(cpu_, Bound{*this, row, begin, end});
    for (; begin < end && !isBounded_; ++begin)
      add(candidateOf<T>(signedKeyOf(row[begin]), begin));
    if (begin < end)
      contraction::runForClass(cpu_, Scan{*this, row, begin, end});
  }

  // What another one has found.
  void join(const Selection& other) {
    for (int64_t i = 0; i < other.count_; ++i)
      if (!isBounded_ || keyOfCandidate<T>(other.list_[i]) >= least_)
        add(other.list_[i]);
  }

  // Calls fn(i, place) for the k largest, or as many as there are, in their order.
  template <typename Fn> void each(Fn fn) {
    if (k_ > kFew) {
      cut();
      std::sort(list_, list_ + count_, std::greater<>());
    }
    for (int64_t i = 0; i < count_; ++i)
      fn(i, placeOfCandidate<T>(list_[i]));
  }

private:
  // So many are kept in order: cheaper than a longer list.
  static constexpr int64_t kFew = 16;
  // Of a row of 1,000 f32 all but a dozen elements are below the bound that lanes give for k = 10;
  // without it 56 join the list, each a mispredicted branch (1.8 -> 0.9 us a row, AMD Zen 4).
  static constexpr int64_t kLanes = 64, kLeastPerLane = 4;

  void add(Candidate<T> candidate) {
    if (k_ <= kFew)
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
      isBounded_ = true, least_ = keyOfCandidate<T>(list_[k_ - 1]);
  }

  void cut() {
    if (count_ <= k_)
      return;
    std::nth_element(list_, list_ + k_ - 1, list_ + count_, std::greater<>());
    count_ = k_;
    isBounded_ = true, least_ = keyOfCandidate<T>(list_[k_ - 1]);
  }

  // The k-th largest of what is largest in each lane: k elements are no smaller.
  struct Bound {
    Selection& selection;
    const T* row;
    int64_t begin, end;

    template <int kBytes> LZ_INLINE void run() const {
      SignedKey<T> most[kLanes];
      for (int64_t j = 0; j < kLanes; ++j)
        most[j] = signedKeyOf(row[begin + j]);
      for (int64_t i = begin + kLanes; i + kLanes <= end; i += kLanes)
        for (int64_t j = 0; j < kLanes; ++j)
          most[j] = std::max(most[j], signedKeyOf(row[i + j]));
      const SignedKey<T> bound = largestOf(most);
      if (bound > std::numeric_limits<SignedKey<T>>::min())
        selection.isBounded_ = true, selection.least_ = SignedKey<T>(bound - 1);
    }

    // Each lane counts those that are larger: a branch for each would be mispredicted.
    LZ_INLINE SignedKey<T> largestOf(const SignedKey<T>* most) const {
      SignedKey<T> larger[kLanes] = {};
      for (int64_t i = 0; i < kLanes; ++i)
        for (int64_t j = 0; j < kLanes; ++j)
          larger[j] = SignedKey<T>(larger[j] + (most[i] > most[j] ? 1 : 0));
      SignedKey<T> bound = std::numeric_limits<SignedKey<T>>::max();
      for (int64_t j = 0; j < kLanes; ++j)
        bound = larger[j] < selection.k_ ? std::min(bound, most[j]) : bound;
      return bound;
    }
  };

  struct Scan {
    Selection& selection;
    const T* row;
    int64_t begin, end;

    template <int kBytes> LZ_INLINE void run() const {
      constexpr int64_t kLanes = kBytes / int64_t(sizeof(T)), kRegisters = 4;
      int64_t i = begin;
      for (; i + kRegisters * kLanes <= end; i += kRegisters * kLanes) {
        if (!hasLarger<kRegisters * kLanes>(row + i))
          continue;
        for (int64_t r = 0; r < kRegisters; ++r)
          if (hasLarger<kLanes>(row + i + r * kLanes))
            addLarger(i + r * kLanes, i + (r + 1) * kLanes);
      }
      addLarger(i, end);
    }

    template <int64_t kCount> LZ_INLINE bool hasLarger(const T* x) const {
      const SignedKey<T> least = selection.least_;
      SignedKey<T> larger = 0;
      for (int64_t j = 0; j < kCount; ++j)
        larger |= SignedKey<T>(signedKeyOf(x[j]) > least ? -1 : 0);
      return larger != 0;
    }

    // An equal element is no candidate: the earlier ones come first.
    LZ_INLINE void addLarger(int64_t from, int64_t to) const {
      for (int64_t j = from; j < to; ++j)
        if (const SignedKey<T> key = signedKeyOf(row[j]); key > selection.least_)
          selection.add(candidateOf<T>(key, j));
    }
  };

  Candidate<T>* list_;
  int64_t k_, capacity_, count_ = 0;
  CpuClass cpu_;
  SignedKey<T> least_ = 0; // what is no larger is none of the k largest, if it comes later
  bool isBounded_ = false;
};

} // namespace lz::exec
