#include "lazy/view/ViewStep.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_join.h"
#include "autodiff/rules/Indexing.h"
#include "semantics/shape/Infer.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lz::lazy {
namespace {

using autodiff::Builder;

int64_t elementsOf(absl::Span<const int64_t> dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t(1), std::multiplies<>());
}

// Returns the strides of a row-major tensor, in elements.
Ints stridesOf(absl::Span<const int64_t> dims) {
  Ints strides(dims.size());
  int64_t stride = 1;
  for (size_t d = dims.size(); d-- > 0; stride *= dims[d])
    strides[d] = stride;
  return strides;
}

// If a tensor has at most this many elements, the numbers of its elements have the type s32.
constexpr int64_t kMostForS32 = std::numeric_limits<int32_t>::max();

Status checkStrided(const StridedView& view, const TensorType& from) {
  if (view.strides.size() != view.dims.size())
    return invalidArgument("[as_strided] the view must have one stride for each of its ",
                           view.dims.size(), " dimensions, but has ", view.strides.size());
  LZ_RETURN_IF_ERROR(checkType({from.dtype, view.dims}));
  // The places of the elements are a tensor of this type.
  LZ_RETURN_IF_ERROR(checkType({DType::S64, view.dims}));
  __int128 last = view.offset;
  for (size_t d = 0; d < view.dims.size(); ++d) {
    if (view.strides[d] < 0)
      return invalidArgument("[as_strided] stride ", d, " is ", view.strides[d], "; use 0 or more");
    last += __int128(view.strides[d]) * std::max<int64_t>(view.dims[d] - 1, 0);
  }
  const bool isEmpty = absl::c_linear_search(view.dims, 0);
  if (view.offset < 0 || (!isEmpty && last >= from.numElements()))
    return invalidArgument("[as_strided] dimensions (", absl::StrJoin(view.dims, ", "),
                           ") with strides (", absl::StrJoin(view.strides, ", "), ") and offset ",
                           view.offset, " reach beyond the elements of ", from.str());
  return okStatus();
}

// Returns true if the elements of the view are certainly distinct: with strides in ascending order,
// each stride is greater than the distance from the first to the last element along all smaller
// strides. Dimensions of size 1 do not count.
bool isInjective(const StridedView& view) {
  if (absl::c_linear_search(view.dims, 0))
    return true; // there are no two elements
  std::vector<size_t> order(view.dims.size());
  std::iota(order.begin(), order.end(), size_t(0));
  absl::c_sort(order, [&](size_t a, size_t b) { return view.strides[a] < view.strides[b]; });
  __int128 reach = 0;
  for (size_t d : order) {
    if (view.dims[d] <= 1)
      continue;
    if (view.strides[d] <= reach)
      return false;
    reach += __int128(view.strides[d]) * (view.dims[d] - 1);
  }
  return true;
}

// Returns an array [n, 1] with the place of each element of the view. The place of an element is
// its index among the elements of the tensor, in row-major order.
ValueId placesOf(Builder& b, const StridedView& view, const TensorType& from) {
  const DType dtype = from.numElements() <= kMostForS32 ? DType::S32 : DType::S64;
  const TensorType type{dtype, view.dims};
  ValueId places = b.splat(double(view.offset), type);
  for (size_t d = 0; d < view.dims.size(); ++d) {
    if (view.dims[d] == 1)
      continue;
    const ValueId number = b.op(Opcode::Iota, {}, {int64_t(d)}, &type);
    const ValueId stride = b.splat(double(view.strides[d]), type);
    places = b.add(places, b.op(Opcode::Multiply, {number, stride}));
  }
  return b.reshape(places, {elementsOf(view.dims), 1});
}

autodiff::IndexDims flatDims() {
  return {{}, {0}, {}, {}, {0}, /*vectorDim=*/1};
}

// Returns the indices of the last dimensions of the view, one for each dimension of the tensor.
Ints expandedDimensions(const TensorType& from, size_t rank) {
  Ints dimensions(size_t(from.rank()));
  std::iota(dimensions.begin(), dimensions.end(), int64_t(rank) - from.rank());
  return dimensions;
}

// Computes the type of the view. An error states the arguments that the caller passed.
struct TypeOfView {
  const TensorType& from;

  StatusOr<TensorType> operator()(const PermuteView& view) const {
    return infer(Opcode::Transpose, {view.permutation}, nullptr);
  }
  StatusOr<TensorType> operator()(const ReshapeView& view) const {
    const TensorType to{from.dtype, view.dims};
    return infer(Opcode::Reshape, {}, &to);
  }
  StatusOr<TensorType> operator()(const SliceView& view) const {
    return infer(Opcode::Slice, {view.starts, view.limits, view.strides}, nullptr);
  }
  StatusOr<TensorType> operator()(const StridedView& view) const {
    LZ_RETURN_IF_ERROR(checkStrided(view, from));
    return TensorType{from.dtype, view.dims};
  }
  StatusOr<TensorType> operator()(const ExpandView& view) const {
    if (int64_t(view.dims.size()) < from.rank())
      return invalidArgument("[expand] ", view.dims.size(), " dimensions are too few for ",
                             from.str(), "; use ", from.rank(), " or more");
    const TensorType to{from.dtype, view.dims};
    return infer(Opcode::BroadcastInDim, {expandedDimensions(from, view.dims.size())}, &to);
  }

  StatusOr<TensorType> infer(Opcode opcode, const Attrs& attrs, const TensorType* stated) const {
    const TensorType* operands[] = {&from};
    LZ_ASSIGN_OR_RETURN(shape::TypeList types,
                        shape::inferTypes({opcode, operands, attrs, {}, stated, {}}));
    return types[0];
  }
};

struct Forward {
  Builder& b;
  const ViewStep& step;
  ValueId x;

  ValueId operator()(const PermuteView& view) { return b.transpose(x, view.permutation); }
  ValueId operator()(const ReshapeView& view) { return b.reshape(x, view.dims); }
  ValueId operator()(const SliceView& view) {
    return b.slice(x, view.starts, view.limits, view.strides);
  }
  ValueId operator()(const StridedView& view) {
    if (step.to.numElements() == 0)
      return b.zeros(step.to);
    const ValueId flat = b.reshape(x, {step.from.numElements()});
    const ValueId elements =
        autodiff::gather(b, flat, placesOf(b, view, step.from), flatDims(), {1});
    return b.reshape(elements, view.dims);
  }
  ValueId operator()(const ExpandView& view) {
    return b.broadcast(x, view.dims, expandedDimensions(step.from, view.dims.size()));
  }
};

struct Backward {
  Builder& b;
  const ViewStep& step;
  ValueId x, view;

  ValueId operator()(const PermuteView& how) {
    Ints inverse(how.permutation.size());
    for (size_t d = 0; d < inverse.size(); ++d)
      inverse[size_t(how.permutation[d])] = int64_t(d);
    return b.transpose(view, std::move(inverse));
  }
  ValueId operator()(const ReshapeView&) { return b.reshape(view, step.from.dims); }
  ValueId operator()(const SliceView& how) {
    if (step.to.numElements() == 0)
      return x;
    if (step.to.dims == step.from.dims)
      return view;
    return absl::c_all_of(how.strides, [](int64_t stride) { return stride == 1; })
               ? overwritten(how)
               : spread(how);
  }
  ValueId operator()(const StridedView& how) {
    if (step.to.numElements() == 0)
      return x;
    const ValueId flat = b.reshape(x, {step.from.numElements()});
    const ValueId elements = b.reshape(view, {step.to.numElements()});
    const ValueId updated =
        autodiff::scatter(b, flat, placesOf(b, how, step.from), elements, flatDims(),
                          /*combine=*/std::nullopt, /*uniqueIndices=*/true);
    return b.reshape(updated, step.from.dims);
  }
  ValueId operator()(const ExpandView&) { return x; }

  ValueId overwritten(const SliceView& how) {
    ValueIds operands{x, view};
    for (int64_t start : how.starts)
      operands.push_back(b.splat(double(start), {DType::S64, {}}));
    return b.op(Opcode::DynamicUpdateSlice, operands);
  }

  // Spreads the elements of the view to their places in the tensor. Between these places, the
  // result has the elements of the tensor.
  ValueId spread(const SliceView& how) {
    const auto padded = [&](ValueId value) {
      const TensorType type = b.type(value);
      Ints high, interior;
      for (size_t d = 0; d < how.starts.size(); ++d) {
        const int64_t last = how.starts[d] + (step.to.dims[d] - 1) * how.strides[d];
        high.push_back(step.from.dims[d] - last - 1);
        interior.push_back(how.strides[d] - 1);
      }
      return b.pad(value, b.zeros({type.dtype, {}}), how.starts, high, interior);
    };
    const ValueId mask = padded(b.splat(1, {DType::Pred, step.to.dims}));
    return b.select(mask, padded(view), x);
  }
};

} // namespace

ValueId appendView(Builder& b, const ViewStep& step, ValueId tensor) {
  return std::visit(Forward{b, step, tensor}, step.how);
}
ValueId appendUpdate(Builder& b, const ViewStep& step, ValueId tensor, ValueId view) {
  return std::visit(Backward{b, step, tensor, view}, step.how);
}

bool readsTensor(const ViewStep& step) {
  return std::holds_alternative<SliceView>(step.how) ||
         std::holds_alternative<StridedView>(step.how);
}

StatusOr<ViewStep> makeViewStep(decltype(ViewStep::how) how, const TensorType& from) {
  ViewStep step{std::move(how), from, {}};
  LZ_ASSIGN_OR_RETURN(step.to, std::visit(TypeOfView{from}, step.how));
  if (const auto* strided = std::get_if<StridedView>(&step.how))
    step.isWritable = isInjective(*strided);
  if (std::holds_alternative<ExpandView>(step.how))
    step.isWritable = false;
  return step;
}

StatusOr<ViewStep> makeDiagonal(int64_t offset, int64_t first, int64_t second,
                                const TensorType& from) {
  const int64_t rank = from.rank();
  if (first < 0 || first >= rank || second < 0 || second >= rank || first == second)
    return invalidArgument("[diagonal] dimensions ", first, " and ", second, " of ", from.str(),
                           "; use two different ones of 0 to ", rank - 1);
  const int64_t rows = from.dims[size_t(first)], columns = from.dims[size_t(second)];
  if (offset < -rows || offset > columns)
    return invalidArgument("[diagonal] offset ", offset, " is outside of a matrix of ", rows,
                           " by ", columns, "; use ", -rows, " to ", columns);
  const Ints strides = stridesOf(from.dims);
  StridedView view{{}, {}, 0};
  for (size_t d = 0; d < from.dims.size(); ++d)
    if (int64_t(d) != first && int64_t(d) != second) {
      view.dims.push_back(from.dims[d]);
      view.strides.push_back(strides[d]);
    }
  const int64_t length =
      offset >= 0 ? std::min(rows, columns - offset) : std::min(rows + offset, columns);
  view.dims.push_back(length);
  view.strides.push_back(strides[size_t(first)] + strides[size_t(second)]);
  if (length > 0)
    view.offset = offset >= 0 ? offset * strides[size_t(second)] : -offset * strides[size_t(first)];
  return makeViewStep(std::move(view), from);
}

} // namespace lz::lazy
