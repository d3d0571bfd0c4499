#include "semantics/shape/Checks.h"

#include "base/DType.h"
#include "base/DimSet.h"

namespace lz::shape {

std::string named(std::string_view name, const TensorType& type) {
  return absl::StrCat(part(name), " ", dimsStr(type.dims));
}

std::string both(const TensorType& a, const TensorType& b) {
  return absl::StrCat(a.str(), " and ", b.str());
}

std::string typesStr(absl::Span<const TensorType> types) {
  std::string s = "(";
  for (const TensorType& t : types)
    absl::StrAppend(&s, s.size() > 1 ? ", " : "", t.str());
  return s + ")";
}

Status checkDimList(const Call& call, std::string_view listName, absl::Span<const int64_t> dims,
                    int64_t rank, std::string_view of) {
  DimSet named(rank);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0 || dims[i] >= rank)
      return call.error(listName, " ", dimsStr(dims), " names dimension ", dims[i], ", but ", of,
                        " has rank ", rank);
    if (!named.insert(dims[i]))
      return call.error(listName, " ", dimsStr(dims), " names dimension ", dims[i],
                        " twice; each may appear once");
  }
  return okStatus();
}

Status checkSortedDimList(const Call& call, std::string_view listName,
                          absl::Span<const int64_t> dims, int64_t rank, std::string_view of) {
  LZ_RETURN_IF_ERROR(checkDimList(call, listName, dims, rank, of));
  for (size_t i = 1; i < dims.size(); ++i)
    if (dims[i] < dims[i - 1])
      return call.error(listName, " ", dimsStr(dims), " must be ascending");
  return okStatus();
}

Status checkDim(const Call& call, std::string_view name, int64_t dim, int64_t rank,
                std::string_view of) {
  if (dim < 0 || dim >= rank)
    return call.error(name, " ", dim, " is outside of ", of, " of rank ", rank);
  return okStatus();
}

Status checkLength(const Call& call, std::string_view listName, absl::Span<const int64_t> list,
                   int64_t length, std::string_view why, bool optional) {
  if (int64_t(list.size()) == length || (optional && list.empty()))
    return okStatus();
  return call.error(listName, " ", dimsStr(list), " has ", list.size(), " entries instead of ",
                    length, ", ", why);
}

Status checkScalar(const Call& call, std::string_view name, const TensorType& type) {
  if (type.rank() != 0)
    return call.error(name, " must be a scalar, but has shape ", dimsStr(type.dims));
  return okStatus();
}

bool isPromotable(DType from, DType to) {
  if (from == to)
    return true;
  bool sameClass = (isFloat(from) && isFloat(to)) || (isSignedInt(from) && isSignedInt(to)) ||
                   (isUnsignedInt(from) && isUnsignedInt(to)) || (isComplex(from) && isComplex(to));
  return sameClass && bitWidth(from) <= bitWidth(to);
}

namespace {

std::string regionTypeStr(const RegionType& region) {
  auto list = [](const std::vector<TensorType>& types) {
    std::string s = "(";
    for (const TensorType& t : types)
      absl::StrAppend(&s, s.size() > 1 ? ", " : "", t.str());
    return s + ")";
  };
  return list(region.params) + " -> " + list(region.results);
}

} // namespace

StatusOr<absl::InlinedVector<DType, 2>> checkReducer(const Call& call, size_t region,
                                                     std::string_view regionName,
                                                     absl::Span<const DType> dtypes) {
  const RegionType& body = call.regions()[region];
  size_t n = dtypes.size();
  auto wrong = [&](std::string_view what) {
    return call.error(regionName, " ", what, "; it is ", regionTypeStr(body));
  };
  if (body.params.size() != 2 * n)
    return wrong(absl::StrCat("must take ", 2 * n, " scalars (", n, " accumulated, ", n, " new)"));
  if (body.results.size() != n)
    return wrong(absl::StrCat("must return ", n, " scalar", n == 1 ? "" : "s"));
  absl::InlinedVector<DType, 2> accumulators;
  for (size_t i = 0; i < n; ++i) {
    const TensorType& acc = body.results[i];
    if (acc.rank() != 0)
      return wrong("must return scalars");
    if (body.params[i] != acc || body.params[n + i] != acc)
      return wrong(absl::StrCat("must take and return the same type for value ", i));
    if (!isPromotable(dtypes[i], acc.dtype))
      return wrong(absl::StrCat("accumulates value ", i, " in ", part(dtypeName(acc.dtype)),
                                ", which cannot represent ", part(dtypeName(dtypes[i]))));
    accumulators.push_back(acc.dtype);
  }
  return accumulators;
}

namespace {

Status checkPositive(const Call& call, std::string_view name, absl::Span<const int64_t> list) {
  for (int64_t v : list)
    if (v <= 0)
      return call.error(name, " ", dimsStr(list), " must be positive");
  return okStatus();
}

} // namespace

StatusOr<Window> makeWindow(const Call& call, const WindowAttrs& attrs) {
  int64_t rank = int64_t(attrs.sizes.size());
  constexpr std::string_view kOne = "one for each dimension of the window";
  struct List {
    std::string_view name;
    absl::Span<const int64_t> values;
    int64_t WindowDim::* field;
  };
  const List lists[] = {
      {"window_dimensions", attrs.sizes, &WindowDim::size},
      {"window_strides", attrs.strides, &WindowDim::stride},
      {attrs.baseDilationName, attrs.baseDilations, &WindowDim::baseDilation},
      {attrs.windowDilationName, attrs.windowDilations, &WindowDim::windowDilation}};
  Window window(static_cast<size_t>(rank));
  for (const List& list : lists) {
    LZ_RETURN_IF_ERROR(checkLength(call, list.name, list.values, rank, kOne, /*optional=*/true));
    LZ_RETURN_IF_ERROR(checkPositive(call, list.name, list.values));
    for (size_t d = 0; d < list.values.size(); ++d)
      window[d].*list.field = list.values[d];
  }
  LZ_RETURN_IF_ERROR(checkLength(call, "padding", attrs.padding, 2 * rank,
                                 "low and high for each dimension of the window",
                                 /*optional=*/true));
  for (size_t d = 0; d < attrs.padding.size() / 2; ++d) {
    window[d].padLow = attrs.padding[2 * d];
    window[d].padHigh = attrs.padding[2 * d + 1];
  }
  return window;
}

StatusOr<int64_t> windowOutput(const Call& call, int64_t base, const WindowDim& w) {
  using Wide = __int128; // holds the product of two 63-bit numbers
  auto dilated = [](int64_t size, int64_t dilation) {
    return size == 0 ? Wide(0) : Wide(size - 1) * dilation + 1;
  };
  Wide apart = dilated(base, w.baseDilation), padded = apart + w.padLow + w.padHigh;
  Wide span = dilated(w.size, w.windowDilation);
  // The number of positions must fit into 63 bits, and each position must fit, too.
  bool fits = apart <= INT64_MAX && padded <= INT64_MAX;
  if (fits && (padded <= 0 || span > padded))
    return 0;
  if (!fits)
    return call.error("the window over a dimension of size ", base, " with padding ", w.padLow, "+",
                      w.padHigh, " and dilation ", w.baseDilation,
                      " makes a size that does not fit into 63 bits");
  return int64_t((padded - span) / w.stride + 1);
}

} // namespace lz::shape
