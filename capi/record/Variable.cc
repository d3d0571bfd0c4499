#include "Counts.h"
#include "Handles.h"
#include "Options.h"

using namespace lz;
using namespace lz::capi;
using lazy::ViewStep;

// Adds the caller's location to an error of a view.
static Status placedAt(const lz_op_options& o, const lazy::Variable& variable, Status status) {
  lazy::Locations& places = variable.graph().engine().locations;
  const std::string& place = places.text(places.intern({o.file, o.line, o.name}));
  return place.empty() ? status : withLocation(std::move(status), place);
}

// Makes a view of any kind. `stepFrom` makes the ViewStep from the variable's type.
template <typename StepFrom>
static Status makeView(lz_variable* variable, const lz_op_options* options, lz_variable** out,
                       const StepFrom& stepFrom) {
  LZ_RETURN_IF_ERROR(checkOut(out, "out_view"));
  *out = nullptr;
  LZ_RETURN_IF_ERROR(check(variable, "variable"));
  lz_op_options o;
  LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
  StatusOr<ViewStep> step = stepFrom(variable->variable.type());
  if (!step.ok())
    return placedAt(o, variable->variable, step.status());
  *out = make<lz_variable>(variable->variable.view(*std::move(step)));
  return okStatus();
}

static StatusOr<Ints> intsOf(const int64_t* numbers, size_t count, const char* name) {
  LZ_RETURN_IF_ERROR(checkCount(numbers, count, kMaxRank, name));
  return Ints(numbers, numbers + count);
}
static StatusOr<Dims> dimsOf(const int64_t* dims, size_t rank) {
  LZ_RETURN_IF_ERROR(checkRank(dims, rank));
  return Dims(dims, dims + rank);
}

lz_status* lz_variable_create(lz_tensor* value, lz_variable** out_variable) {
  return guarded("lz_variable_create", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_variable, "out_variable"));
    *out_variable = nullptr;
    LZ_RETURN_IF_ERROR(check(value, "value"));
    *out_variable = make<lz_variable>(lazy::Variable(resultOf(value), countHandles));
    return okStatus();
  });
}

lz_status* lz_variable_value(lz_variable* variable, const lz_op_options* options,
                             lz_tensor** out_value) {
  return guarded("lz_variable_value", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkOut(out_value, "out_value"));
    *out_value = nullptr;
    LZ_RETURN_IF_ERROR(check(variable, "variable"));
    lz_op_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
    const lazy::Variable held = variable->variable; // a callback may release the handle
    LZ_ASSIGN_OR_RETURN(lazy::Result * value, held.value({o.file, o.line, o.name}));
    *out_value = tensorOf(*value);
    return okStatus();
  });
}

lz_status* lz_variable_assign(lz_variable* variable, lz_tensor* value,
                              const lz_op_options* options) {
  return guarded("lz_variable_assign", [&]() -> Status {
    LZ_RETURN_IF_ERROR(check(variable, "variable"));
    LZ_RETURN_IF_ERROR(check(value, "value"));
    lz_op_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_op_options"));
    lazy::Variable held = variable->variable; // a callback may release the handle
    Status status = held.assign(resultOf(value), {o.file, o.line, o.name});
    const bool isPlaced = status.ok() || !locationOf(status).empty();
    return isPlaced ? status : placedAt(o, held, std::move(status));
  });
}

lz_status* lz_variable_permute(lz_variable* variable, const int64_t* permutation, size_t rank,
                               const lz_op_options* options, lz_variable** out_view) {
  return guarded("lz_variable_permute", [&] {
    return makeView(variable, options, out_view, [&](const TensorType& from) -> StatusOr<ViewStep> {
      LZ_ASSIGN_OR_RETURN(Ints numbers, intsOf(permutation, rank, "permutation"));
      return makeViewStep(lazy::PermuteView{std::move(numbers)}, from);
    });
  });
}

lz_status* lz_variable_reshape(lz_variable* variable, const int64_t* dims, size_t rank,
                               const lz_op_options* options, lz_variable** out_view) {
  return guarded("lz_variable_reshape", [&] {
    return makeView(variable, options, out_view, [&](const TensorType& from) -> StatusOr<ViewStep> {
      LZ_ASSIGN_OR_RETURN(Dims to, dimsOf(dims, rank));
      return makeViewStep(lazy::ReshapeView{std::move(to)}, from);
    });
  });
}

lz_status* lz_variable_slice(lz_variable* variable, const int64_t* starts, const int64_t* limits,
                             const int64_t* strides, size_t rank, const lz_op_options* options,
                             lz_variable** out_view) {
  return guarded("lz_variable_slice", [&] {
    return makeView(variable, options, out_view, [&](const TensorType& from) -> StatusOr<ViewStep> {
      lazy::SliceView view;
      LZ_ASSIGN_OR_RETURN(view.starts, intsOf(starts, rank, "starts"));
      LZ_ASSIGN_OR_RETURN(view.limits, intsOf(limits, rank, "limits"));
      view.strides.assign(rank, 1);
      if (strides)
        view.strides.assign(strides, strides + rank);
      return makeViewStep(std::move(view), from);
    });
  });
}

lz_status* lz_variable_diagonal(lz_variable* variable, int64_t offset, int64_t first,
                                int64_t second, const lz_op_options* options,
                                lz_variable** out_view) {
  return guarded("lz_variable_diagonal", [&] {
    return makeView(variable, options, out_view, [&](const TensorType& from) {
      return lazy::makeDiagonal(offset, first, second, from);
    });
  });
}

lz_status* lz_variable_as_strided(lz_variable* variable, const int64_t* dims,
                                  const int64_t* strides, size_t rank, int64_t offset,
                                  const lz_op_options* options, lz_variable** out_view) {
  return guarded("lz_variable_as_strided", [&] {
    return makeView(variable, options, out_view, [&](const TensorType& from) -> StatusOr<ViewStep> {
      lazy::StridedView view{{}, {}, offset};
      LZ_ASSIGN_OR_RETURN(view.dims, dimsOf(dims, rank));
      LZ_ASSIGN_OR_RETURN(view.strides, intsOf(strides, rank, "strides"));
      return makeViewStep(std::move(view), from);
    });
  });
}

lz_status* lz_variable_expand(lz_variable* variable, const int64_t* dims, size_t rank,
                              const lz_op_options* options, lz_variable** out_view) {
  return guarded("lz_variable_expand", [&] {
    return makeView(variable, options, out_view, [&](const TensorType& from) -> StatusOr<ViewStep> {
      LZ_ASSIGN_OR_RETURN(Dims to, dimsOf(dims, rank));
      return makeViewStep(lazy::ExpandView{std::move(to)}, from);
    });
  });
}

void lz_variable_retain(lz_variable* variable) {
  retain(variable);
}
void lz_variable_release(lz_variable* variable) {
  release(variable);
}
