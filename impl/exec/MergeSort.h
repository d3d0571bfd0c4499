// Sorts one row by comparisons. Pairs of sorted runs are merged. The runs have 1, then 2, then 4,
// ... elements.
#pragma once

#include "exec/RadixSort.h"

namespace lz::exec {

// Sorts the indices of the elements of a row. less(a, b) returns whether element a comes before
// element b. less.hasEnded() returns whether the result is no longer needed. If there is a pool,
// several threads call `less` at once. If `less` is not an order, the order of the result is
// arbitrary, but it does not depend on the number of threads.
template <typename Word> class MergeSort {
public:
  static int64_t scratchBytes(int64_t length) { return 2 * length * int64_t(sizeof(Word)); }

  MergeSort(std::byte* scratch, int64_t length, ThreadPool* pool, double nsPerLess)
      : places_(reinterpret_cast<Word*>(scratch)), other_(places_ + length), length_(length),
        pool_(pool), nsPerLess_(nsPerLess) {}

  // Returns false if the run was cancelled or less.hasEnded().
  template <typename Less> bool sort(Less less) {
    for (int64_t i = 0; i < length_; ++i)
      places_[i] = Word(i);
    // First sorts blocks that fit into a cache. Threads can sort them independently. With half or
    // twice this size, a sort of 262,144 elements takes the same time (Zen 4, one thread).
    constexpr int64_t kBlock = 8 << 10;
    const int64_t block = std::min(kBlock, length_);
    const int levels = levelsTo(block);
    if (!forEach((length_ + kBlock - 1) / kBlock, double(kBlock) * levels,
                 [&](int64_t i) {
                   sortBlock(i * kBlock, std::min((i + 1) * kBlock, length_), levels, less);
                 },
                 less))
      return false;
    if (levels % 2 == 1)
      std::swap(places_, other_);
    for (int64_t width = kBlock; width < length_; width *= 2) {
      const int64_t merges = (length_ + 2 * width - 1) / (2 * width);
      if (!forEach(
              merges, 2 * double(width),
              [&](int64_t i) { merge(places_, other_, 2 * width * i, width, length_, less); },
              less))
        return false;
      std::swap(places_, other_);
    }
    return true;
  }

  // Sets to[0], to[stride], ... to the elements of `from` in sorted order.
  template <typename T> bool reorder(const T* from, T* to, int64_t stride) const {
    return inPieces(0, length_, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        to[i * stride] = from[int64_t(places_[i]) * stride];
    });
  }

private:
  // The number of elements that are merged between two checks for cancellation.
  static constexpr int64_t kBetweenLooks = 512;

  // At first, each run has one element. Each level of merges doubles the length of the runs.
  // Returns the number of levels until one run has all `length` elements.
  static int levelsTo(int64_t length) {
    int levels = 0;
    for (int64_t width = 1; width < length; width *= 2)
      ++levels;
    return levels;
  }

  template <typename Less> static bool ends(const Less& less) {
    return isCancelled() || less.hasEnded();
  }

  template <typename Fn, typename Less>
  bool forEach(int64_t count, double comparisons, Fn fn, const Less& less) {
    if (!pool_) {
      for (int64_t i = 0; i < count && !ends(less); ++i)
        fn(i);
    } else {
      pool_->parallelEach(count, double(count) * comparisons * nsPerLess_,
                          [&](int64_t i, int) { fn(i); });
    }
    return !ends(less);
  }

  template <typename Less> void sortBlock(int64_t begin, int64_t end, int levels, Less& less) {
    Word *from = places_, *to = other_;
    for (int level = 0; level < levels; ++level) {
      const int64_t width = int64_t(1) << level;
      for (int64_t i = begin; i < end && !less.hasEnded(); i += 2 * width)
        merge(from, to, i, width, end, less);
      std::swap(from, to);
    }
  }

  // Merges the run [begin, begin + width) with the next `width` elements, or with fewer if `end`
  // comes first.
  template <typename Less>
  void merge(const Word* from, Word* to, int64_t begin, int64_t width, int64_t end, Less& less) {
    const int64_t mid = std::min(begin + width, end), stop = std::min(mid + width, end);
    int64_t left = begin, right = mid;
    auto mergePiece = [&](int64_t lo, int64_t hi) {
      for (int64_t i = lo; i < hi; ++i) {
        const bool takesRight =
            right < stop && (left == mid || less(int64_t(from[right]), int64_t(from[left])));
        to[i] = from[takesRight ? right++ : left++];
      }
    };
    inPieces<kBetweenLooks>(begin, stop, mergePiece, [&] { return ends(less); });
  }

  Word *places_, *other_;
  int64_t length_;
  ThreadPool* pool_; // null: only the calling thread sorts
  double nsPerLess_;
};

} // namespace lz::exec
