#include "Handles.h"

#include "Counts.h"
#include "absl/strings/strip.h"
#include "base/Exhausted.h"
#include "base/StatusDetails.h"

#include <climits>

namespace lz::capi {

Status checkKind(const void* handle, HandleKind kind, const char* typeName, const char* argument) {
  if (!handle)
    return invalidArgument(argument, " is NULL; pass an ", typeName);
  if (kindOf(handle) != kind)
    return invalidArgument(argument, " is not an ", typeName,
                           ": it is a handle of another kind, or has been freed");
  return okStatus();
}

Status checkOut(const void* out, const char* argument) {
  if (out)
    return okStatus();
  return invalidArgument(argument, " is NULL; pass the address of a variable for the result");
}

lz_status* toC(const Status& status, const char* function) {
  std::string op = opOf(status), location = locationOf(status);
  // Removes the location from the beginning of the message, since lz_status_location returns it.
  std::string message(absl::StripPrefix(status.message(), absl::StrCat(location, ": ")));
  if (!isVerbatim(status) && (message.empty() || message[0] != '['))
    message = absl::StrCat("[", function, "] ", message);
  return make<lz_status>(lz_code(status.code()), std::move(message),
                         std::string(absl::StripPrefix(op, "stablehlo.")), std::move(location),
                         bytesWanted(status), bytesAvailable(status), operandOf(status));
}

Status fromC(const lz_status* status) {
  if (!status)
    return okStatus();
  Status same = withLocation(
      withOp(verbatim(Status(absl::StatusCode(status->code), status->message)), status->op),
      status->location);
  if (status->bytesWanted != 0)
    same = withBytes(std::move(same), status->bytesWanted, status->bytesAvailable);
  return status->operand < 0 ? same : withOperand(std::move(same), status->operand);
}

// This status is made when the library is loaded, so that it exists even if there is no memory
// later. The reference in this variable is never released, so the status is never freed.
static lz_status* const noMemory =
    new lz_status{Handle(HandleKind::Status, 1), LZ_RESOURCE_EXHAUSTED,
                  "the process has no memory left: release tensors", "", ""};

static lz_status* outOfMemory() {
  noMemory->handle.retain();
  return noMemory;
}

static lz_status* unexpected(const char* function, const char* what) noexcept {
  try {
    return toC(internalError(what), function);
  } catch (...) {
    return outOfMemory();
  }
}

lz_status* statusOfException(const char* function) noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  } catch (const std::exception& e) {
    return unexpected(function, e.what());
  } catch (...) {
    return unexpected(function, "unknown exception");
  }
}

static lazy::Graph* graphBehind(const void* handle) {
  switch (kindOf(handle)) {
  case HandleKind::Context:
    return static_cast<const lz_context*>(handle)->graph.get();
  case HandleKind::Device:
    return static_cast<const lz_device*>(handle)->graph.get();
  case HandleKind::Tensor:
    return &graphOf(*static_cast<const lazy::Result*>(handle));
  case HandleKind::Op:
    return &graphOf(*static_cast<const lz_op*>(handle)->node);
  case HandleKind::Function:
    return &static_cast<const lz_function*>(handle)->function.graph();
  case HandleKind::Module:
    return &static_cast<const lz_module*>(handle)->function.graph();
  case HandleKind::Executable:
    return static_cast<const lz_executable*>(handle)->graph.get();
  case HandleKind::Barrier:
    return static_cast<const lz_barrier*>(handle)->graph.get();
  case HandleKind::Variable:
    return &static_cast<const lz_variable*>(handle)->variable.graph();
  case HandleKind::Guard:
    return static_cast<const lz_guard*>(handle)->graph.get();
  default:
    return nullptr;
  }
}

void reportWrongRelease(const void* handle, const char* typeName) noexcept {
  quietly([&] {
    if (lazy::Graph* graph = graphBehind(handle))
      graph->engine().log(LZ_LOG_ERROR, absl::StrCat("[", typeName,
                                                     "_release] the handle is of "
                                                     "another kind; nothing was released"));
  });
}

lz_string* makeString(std::string text) {
  return make<lz_string>(std::move(text));
}

StatusOr<TensorType> makeType(lz_dtype dtype, const int64_t* dims, size_t rank) {
  if (!isValid(DType(dtype)))
    return invalidArgument("dtype ", dtype, " is not an element type; use LZ_DTYPE_*");
  LZ_RETURN_IF_ERROR(checkRank(dims, rank));
  TensorType type{DType(dtype), Dims(dims, dims + rank)};
  LZ_RETURN_IF_ERROR(checkType(type));
  return type;
}

StatusOr<compiler::Numerics> numericsOf(lz_numerics level, compiler::Numerics otherwise) {
  switch (level) {
  case LZ_NUMERICS_DEFAULT:
    return otherwise;
  case LZ_NUMERICS_STANDARD:
    return compiler::Numerics::Standard;
  case LZ_NUMERICS_STRICT:
    return compiler::Numerics::Strict;
  case LZ_NUMERICS_FAST:
    return unimplemented("numerics is LZ_NUMERICS_FAST, a level that does not exist yet; use "
                         "LZ_NUMERICS_STANDARD");
  default:
    return invalidArgument("numerics is ", level, "; use LZ_NUMERICS_*");
  }
}

} // namespace lz::capi

int64_t lz_live_handles(void) {
  int64_t count = 0;
  lz::capi::quietly([&] { count = lz::lazy::liveHandles(); });
  return count;
}
