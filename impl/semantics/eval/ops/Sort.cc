// sort: a stable merge sort, which merges sorted parts of 1, 2, 4, ... elements. If the comparator
// defines no order, the elements can end up in any order, but nothing outside of the operands is
// read. All merges of parts of one length, in all slices, advance together. So one run of the
// comparator serves all of them.
#include "base/Cancel.h"
#include "semantics/eval/LaneRegion.h"
#include "semantics/eval/OpCall.h"
#include "semantics/eval/Strided.h"
#include "spec/OpAttrs.inc.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace lz::eval {
namespace {

// A merge of the sorted parts [begin, mid) and [mid, end) of a slice. The struct has the next index
// in each part and in the result.
struct Merge {
  int64_t slice;
  int64_t mid, end;
  int64_t left, right, next;

  bool hasLeft() const { return left < mid; }
  bool hasRight() const { return right < end; }
};

class Sorter {
public:
  explicit Sorter(const OpCall& call) : call_(call) {
    const Dims& dims = call.operandType(0).dims;
    int64_t dimension = SortAttrs(call.attrs).dimension();
    if (dimension < 0)
      dimension += int64_t(dims.size());
    length_ = dims[size_t(dimension)];
    stride_ = rowMajorStrides(dims)[size_t(dimension)];
    slices_ = call.operandType(0).numElements() / length_;
    for (int64_t slice = 0; slice < slices_; ++slice)
      for (int64_t i = 0; i < length_; ++i)
        order_.push_back(element(slice, i));
    merged_.resize(order_.size());
  }

  StatusOr<Literals> run() {
    for (int64_t width = 1; width < length_; width *= 2)
      LZ_RETURN_IF_ERROR(mergeAll(width));
    Literals results;
    for (const Literal& operand : call_.operands)
      results.push_back(reordered(operand));
    return results;
  }

private:
  // Returns the index in an operand of element `i` of a slice.
  int64_t element(int64_t slice, int64_t i) const {
    return (slice / stride_ * length_ + i) * stride_ + slice % stride_;
  }
  int64_t& at(std::vector<int64_t>& list, const Merge& merge, int64_t i) const {
    return list[size_t(merge.slice * length_ + i)];
  }

  std::vector<Merge> mergesOf(int64_t width) const {
    std::vector<Merge> merges;
    for (int64_t slice = 0; slice < slices_; ++slice)
      for (int64_t begin = 0; begin < length_; begin += 2 * width) {
        int64_t mid = std::min(begin + width, length_);
        merges.push_back({slice, mid, std::min(mid + width, length_), begin, mid, begin});
      }
    return merges;
  }

  Status mergeAll(int64_t width) {
    std::vector<Merge> merges = mergesOf(width);
    LaneRegion comesFirst(call_.regions[0], *call_.runner, int64_t(merges.size()));
    for (int64_t step = 0; step < std::min(2 * width, length_); ++step) {
      if (isCancelled())
        return absl::CancelledError("[run] the run was cancelled");
      load(merges, comesFirst);
      LZ_RETURN_IF_ERROR(comesFirst.run());
      const bool* isRightFirst = comesFirst.result(0).as<bool>();
      for (size_t i = 0; i < merges.size(); ++i)
        advance(merges[i], isRightFirst[i]);
    }
    order_.swap(merged_);
    return okStatus();
  }

  // Loads the next element of the right part as the first argument, and the next element of the
  // left part as the second argument. So equal elements keep their order. If a part has no more
  // elements, loads any element.
  void load(const std::vector<Merge>& merges, LaneRegion& comesFirst) {
    for (size_t k = 0; k < call_.operands.size(); ++k)
      visitSize(call_.operandType(k).dtype, [&](auto zero) {
        using T = decltype(zero);
        const T* from = call_.operands[k].as<T>();
        T *right = comesFirst.param(2 * k).mutableAs<T>(),
          *left = comesFirst.param(2 * k + 1).mutableAs<T>();
        for (size_t i = 0; i < merges.size(); ++i) {
          const Merge& merge = merges[i];
          right[i] = from[at(order_, merge, merge.hasRight() ? merge.right : merge.end - 1)];
          left[i] = from[at(order_, merge, merge.hasLeft() ? merge.left : merge.mid - 1)];
        }
      });
  }

  void advance(Merge& merge, bool isRightFirst) {
    if (!merge.hasLeft() && !merge.hasRight())
      return;
    bool takesRight = merge.hasRight() && (!merge.hasLeft() || isRightFirst);
    int64_t& from = takesRight ? merge.right : merge.left;
    at(merged_, merge, merge.next++) = at(order_, merge, from++);
  }

  Literal reordered(const Literal& operand) const {
    Literal result(operand.type());
    visitSize(operand.type().dtype, [&](auto zero) {
      using T = decltype(zero);
      for (int64_t slice = 0; slice < slices_; ++slice)
        for (int64_t i = 0; i < length_; ++i)
          result.mutableAs<T>()[element(slice, i)] =
              operand.as<T>()[order_[size_t(slice * length_ + i)]];
    });
    return result;
  }

  const OpCall& call_;
  // The length of a slice, the distance between its elements, and the number of slices.
  int64_t length_, stride_, slices_;
  // For each slice, the indices of its elements, in the order that the sort has reached so far.
  std::vector<int64_t> order_;
  std::vector<int64_t> merged_; // becomes order_
};

} // namespace

StatusOr<Literals> evalSort(const OpCall& call) {
  if (isEmptyBox(call.operandType(0).dims))
    return Literals(call.operands.begin(), call.operands.end());
  return Sorter(call).run();
}

} // namespace lz::eval
