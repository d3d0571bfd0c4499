#include "module/Programs.h"

#include "Counts.h"
#include "Options.h"
#include "compiler/options/TensorFlags.h"

namespace lz::capi {

Status checkDonate(const uint8_t* donate, size_t count, size_t numInputs) {
  if (count != 0 && count != numInputs)
    return invalidArgument("num_donate is ", count, ", but the program has ", numInputs,
                           " inputs: give one flag per input, or no flags");
  LZ_RETURN_IF_ERROR(checkCount(donate, count, kMaxTensors, "donate"));
  for (size_t i = 0; i < count; ++i)
    LZ_RETURN_IF_ERROR(checkFlag(donate[i], "an element of donate"));
  return okStatus();
}

StatusOr<lazy::ExecutableRef> compileProgram(lazy::Graph& graph, Program program, size_t numInputs,
                                             const lz_compile_options* options) {
  LZ_RETURN_IF_ERROR(graph.checkRunning());
  lz_compile_options o;
  LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_compile_options"));
  LZ_RETURN_IF_ERROR(checkReserved(o.reserved, "lz_compile_options.reserved"));
  if (o.budget_bytes < 0)
    return invalidArgument("lz_compile_options.budget_bytes is ", o.budget_bytes,
                           "; use 0 for no limit");
  LZ_RETURN_IF_ERROR(checkDonate(o.donate, o.num_donate, numInputs));
  compiler::CompileOptions compileOptions = graph.engine().options.compile;
  LZ_ASSIGN_OR_RETURN(compileOptions.numerics, numericsOf(o.numerics, compileOptions.numerics));
  compileOptions.budgetBytes =
      o.budget_bytes > 0 ? o.budget_bytes : graph.device().allocator()->budgetBytes();
  LZ_ASSIGN_OR_RETURN(compileOptions.tensors,
                      compiler::tensorLimits(o.tensor_size_threshold, o.tensor_split_size,
                                             compileOptions.tensors, "lz_compile_options"));
  program.donated.resize(program.body.params.size(), false);
  for (size_t i = 0; i < o.num_donate; ++i)
    program.donated[i] = o.donate[i] != 0;
  LZ_ASSIGN_OR_RETURN(lazy::ExecutableRef executable,
                      graph.engine().compile(program, compileOptions));
  if (o.budget_bytes > 0)
    LZ_RETURN_IF_ERROR(
        exec::checkFits(executable->spec(), o.budget_bytes, "compile",
                        "raise budget_bytes of lz_compile_options, or use smaller shapes"));
  return executable;
}

Status giveType(absl::Span<const TensorType> types, size_t index, lz_dtype* out_dtype,
                const int64_t** out_dims, size_t* out_rank) {
  if (index >= types.size())
    return absl::OutOfRangeError(
        absl::StrCat("index ", index, " is too large: there are ", types.size()));
  *out_dtype = lz_dtype(types[index].dtype);
  *out_dims = types[index].dims.data();
  *out_rank = types[index].dims.size();
  return okStatus();
}

Status clearType(lz_dtype* out_dtype, const int64_t** out_dims, size_t* out_rank) {
  LZ_RETURN_IF_ERROR(checkOut(out_dtype, "out_dtype"));
  LZ_RETURN_IF_ERROR(checkOut(out_dims, "out_dims"));
  LZ_RETURN_IF_ERROR(checkOut(out_rank, "out_rank"));
  *out_dtype = LZ_DTYPE_INVALID;
  *out_dims = nullptr;
  *out_rank = 0;
  return okStatus();
}

} // namespace lz::capi
