// Sorts one row by its keys, which are unsigned integers (SortKeys.h). Keys and the indices of
// their elements are moved together. The keys are sorted stably by digits of 8 bits, from the
// lowest digit to the highest. If elements have several keys, the last key is used first.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Cancel.h"
#include "base/Integers.h"
#include "base/machine/CacheSets.h"
#include "base/machine/LibraryCosts.h"
#include "base/machine/ThreadPool.h"
#include "exec/SortKeys.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <utility>

namespace lz::exec {

// Calls fn(begin, end) for each piece of [begin, end). Before each piece, calls ends(). If ends()
// returns true, inPieces() returns false at once. By default ends() checks for cancellation.
template <int64_t kPiece = 32 << 10, typename Fn, typename Ends = bool (*)()>
bool inPieces(int64_t begin, int64_t end, Fn fn, Ends ends = isCancelled) {
  for (; begin < end; begin += kPiece) {
    if (ends())
      return false;
    fn(begin, std::min(begin + kPiece, end));
  }
  return true;
}

// If threads divide a row, the row has this number of parts for each thread. With two parts per
// thread, all threads end at about the same time. On an idle machine one part would be better: of
// the programs of the bench, top-k-vector would take 0.88 times as long, and sort-10m the same time
// (Zen 5).
constexpr int64_t kPartsPerThread = 2;
// Returns a time in ns. Threads divide a row if its predicted time is at least this long. The row
// is sorted in `loops` successive loops. Each loop must be long, because it reads what all threads
// wrote in the loop before. On two cores of an AMD Zen 5, a row of 32 Ki f32 (11 loops) takes 276
// us on one thread and 404 us on two threads. A row of 64 Ki f32 takes 580 us on one thread and 575
// us on two.
inline double leastNsToShare(double loops) {
  return loops * 8 * ThreadPool::kGrainNs;
}

// A row divided into parts, which threads sort at the same time. Results do not depend on the
// number of parts.
struct RowParts {
  int64_t length, count;
  ThreadPool* pool; // null: there is one part

  int64_t begin(int64_t part) const { return length * part / count; }

  // Calls fn(part, begin, end) for the pieces of each part, in order. Returns false if the work was
  // cancelled before the last piece.
  template <typename Fn> bool each(double nsPerElement, Fn fn) const {
    auto whole = [&](int64_t part) {
      inPieces(begin(part), begin(part + 1), [&](int64_t lo, int64_t hi) { fn(part, lo, hi); });
    };
    if (count == 1)
      whole(0);
    else
      pool->parallelEach(count, nsPerElement * double(length),
                         [&](int64_t part, int) { whole(part); });
    return !isCancelled();
  }
};

// The key and the index of an element. Word has 64 bits if the key or the index needs more than 32
// bits.
template <typename Word> struct SortItem {
  Word key, place;
};

// Sorts one row. Functions that return bool return false if they were cancelled.
template <typename Word> class RadixSort {
public:
  using Item = SortItem<Word>;
  // The counts of one part: for each digit and each value, how many keys have this value in this
  // digit.
  using Counts = std::array<std::array<int64_t, 256>, sizeof(Word)>;

  // Returns the bytes of scratch for a row, rounded up to whole cache lines. So threads that sort
  // different rows never write to the same cache line.
  static int64_t scratchBytes(int64_t length, int64_t parts) {
    return roundUp(2 * length * int64_t(sizeof(Item)) + parts * int64_t(sizeof(Counts)),
                   kCacheLineBytes);
  }

  RadixSort(std::byte* scratch, RowParts parts, const SortCosts& costs)
      : parts_(parts), costs_(costs), counts_(reinterpret_cast<Counts*>(scratch)),
        items_(reinterpret_cast<Item*>(counts_ + parts.count)), other_(items_ + parts.length) {}

  // Sets the initial places of the elements. Must be called before sortBy.
  bool begin(bool reversed) {
    return parts_.each(costs_.load, [&](int64_t, int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        items_[i].place = Word(reversed ? parts_.length - 1 - i : i);
    });
  }

  // Sorts by the elements at from[place * stride]. If an element is NaN and the order does not
  // allow NaN, sets `unordered` and sorts nothing.
  template <typename T>
  bool sortBy(const T* from, int64_t stride, Order order, bool descending, bool& unordered) {
    std::atomic<bool> foundNan = false;
    const bool looksForNan = kIsFloat<T> && order == Order::Value;
    const bool merges = shouldMerge(sizeof(T));
    if (!merges)
      std::fill_n(counts_, parts_.count, Counts{});
    const bool isLoaded = parts_.each(costs_.load, [&](int64_t part, int64_t begin, int64_t end) {
      Counts* counts = merges ? nullptr : &counts_[part];
      const bool finds = load(from, stride, order, descending, counts, begin, end);
      if (finds && looksForNan)
        foundNan = true;
    });
    unordered = foundNan;
    return isLoaded && (unordered || (merges ? mergeRuns() : sortItems(sizeof(T))));
  }

  // Sets to[0], to[stride], ... to the elements of `from` in sorted order.
  template <typename T> bool reorder(const T* from, T* to, int64_t stride) const {
    return parts_.each(costs_.reorder, [&](int64_t, int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        to[i * stride] = from[int64_t(items_[i].place) * stride];
    });
  }

  // Calls fn(i, place) for the first `count` elements in sorted order.
  template <typename Fn> void first(int64_t count, Fn fn) const {
    for (int64_t i = 0; i < count; ++i)
      fn(i, items_[i].place);
  }

private:
  // Returns whether a merge sort is faster than a radix sort by `digits` digits. For each digit,
  // the radix sort adds up 256 counts, which is expensive for short rows.
  bool shouldMerge(size_t digits) const {
    const auto length = double(parts_.length);
    const double levels = std::bit_width(uint64_t(std::max<int64_t>(0, parts_.length - 1)));
    return costs_.merge * levels * length <
           costs_.row + double(digits) * (costs_.digit + (costs_.count + costs_.move) * length);
  }

  // Loads keys, and counts their digits if `counts` is not nullptr. Returns whether a key is NaN.
  template <typename T>
  bool load(const T* from, int64_t stride, Order order, bool descending, Counts* counts,
            int64_t begin, int64_t end) {
    bool hasNan = false;
    for (int64_t i = begin; i < end; ++i) {
      const Bits<T> ascending = keyOf(from[int64_t(items_[i].place) * stride], order);
      const auto key = Word(descending ? Bits<T>(~ascending) : ascending);
      hasNan |= ascending == kNanKey<T>;
      items_[i].key = key;
      if (!counts)
        continue;
      for (size_t digit = 0; digit < sizeof(T); ++digit) // constant, so the loop is unrolled
        ++(*counts)[digit][uint8_t(key >> (8 * digit))];
    }
    return hasNan;
  }

  bool sortItems(size_t digits) {
    bool areCounted = true; // false after items have moved to other parts
    for (size_t digit = 0; digit < digits; ++digit) {
      if (allAgree(digit))
        continue;
      if (!areCounted && parts_.count > 1 && !count(digit))
        return false;
      if (!moveByDigit(digit))
        return false;
      areCounted = false;
    }
    return true;
  }

  static uint8_t digitOf(Word key, size_t digit) { return uint8_t(key >> (8 * digit)); }

  bool allAgree(size_t digit) const {
    int64_t sum = 0;
    for (int64_t part = 0; part < parts_.count; ++part)
      sum += counts_[part][digit][digitOf(items_[0].key, digit)];
    return sum == parts_.length;
  }

  bool count(size_t digit) {
    for (int64_t part = 0; part < parts_.count; ++part)
      counts_[part][digit].fill(0);
    return parts_.each(costs_.count, [&](int64_t part, int64_t begin, int64_t end) {
      std::array<int64_t, 256>& counts = counts_[part][digit];
      for (int64_t i = begin; i < end; ++i)
        ++counts[digitOf(items_[i].key, digit)];
    });
  }

  bool moveByDigit(size_t digit) {
    sumCounts(digit);
    const bool isDone = parts_.each(costs_.move, [&](int64_t part, int64_t begin, int64_t end) {
      std::array<int64_t, 256>& next = counts_[part][digit];
      for (int64_t i = begin; i < end; ++i)
        other_[next[digitOf(items_[i].key, digit)]++] = items_[i];
    });
    std::swap(items_, other_);
    return isDone;
  }

  // Replaces counts by positions. The count of a value in a part becomes the position to which the
  // first key of the part with this value is moved.
  void sumCounts(size_t digit) {
    Counts* const counts = counts_; // a copy, because stores might change the member
    const int64_t parts = parts_.count;
    int64_t before = 0;
    for (size_t value = 0; value < 256; ++value)
      for (int64_t part = 0; part < parts; ++part)
        before += std::exchange(counts[part][digit][value], before);
  }

  // Merges runs of 1, 2, 4, ... elements in pairs.
  bool mergeRuns() {
    for (int64_t width = 1; width < parts_.length; width *= 2) {
      for (int64_t begin = 0; begin < parts_.length; begin += 2 * width)
        mergeTwo(begin, std::min(begin + width, parts_.length),
                 std::min(begin + 2 * width, parts_.length));
      std::swap(items_, other_);
    }
    return true;
  }

  void mergeTwo(int64_t begin, int64_t mid, int64_t end) {
    int64_t left = begin, right = mid;
    for (int64_t i = begin; i < end; ++i) {
      const bool takesRight = right < end && (left == mid || items_[right].key < items_[left].key);
      other_[i] = items_[takesRight ? right++ : left++];
    }
  }

  RowParts parts_;
  const SortCosts& costs_;
  Counts* counts_; // one for each part
  Item *items_, *other_;
};

} // namespace lz::exec
