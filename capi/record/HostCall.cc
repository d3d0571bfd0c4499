#include "Counts.h"
#include "Handles.h"
#include "Options.h"
#include "base/Exhausted.h"
#include "exec/HostCalls.h"
#include "lazuli/host_call.h"
#include "record/Record.h"
#include "runtime/Callback.h"
#include "spec/Annotations.h"

#include <cstring>

using namespace lz;
using namespace lz::capi;

namespace {

// Owns the caller's user pointer, and calls its release function once.
class User {
public:
  User(void* user, lz_host_call_release_fn release) : user_(user), release_(release) {}
  User(User&& other) noexcept : user_(other.user_), release_(std::exchange(other.release_, {})) {}
  ~User() {
    if (!release_)
      return;
    runtime::CallbackScope scope;
    release_(user_);
  }
  void* get() const { return user_; }

private:
  void* user_;
  lz_host_call_release_fn release_;
};

// Takes ownership of `failure`.
Status failureOf(lz_status* failure, const std::string& name) {
  if (!isA(failure))
    return invalidArgument("[custom_call] \"", name,
                           "\" returned a pointer that is not an lz_status: return NULL, or a "
                           "status of lz_status_create");
  Status status(absl::StatusCode(failure->code), absl::StrCat("[", name, "] ", failure->message));
  if (failure->bytesWanted != 0)
    status = withBytes(std::move(status), failure->bytesWanted, failure->bytesAvailable);
  release(failure);
  return status;
}

template <typename View> void fill(absl::InlinedVector<View, 4>& views, const exec::CallView& of) {
  views.push_back({lz_dtype(of.type.dtype), 0, of.type.dims.size(), of.type.dims.data(), of.data,
                   of.type.numBytes()});
}

class CHostCall final : public exec::HostCall {
public:
  CHostCall(std::string name, exec::HostCallTraits traits, lz_host_call_fn fn, User user)
      : HostCall(std::move(name), std::move(traits)), fn_(fn), user_(std::move(user)) {}

  Status run(const exec::CallArgs& args) const override {
    absl::InlinedVector<lz_host_call_operand, 4> operands;
    absl::InlinedVector<lz_host_call_result, 4> results;
    for (size_t i = 0; i < args.signature.operands.size(); ++i)
      fill(operands, args.operand(i));
    for (size_t i = 0; i < args.signature.results.size(); ++i)
      fill(results, args.result(i));
    const std::string& text = args.signature.attrsOf<exec::HostCallAttrs>().text;
    const lz_host_call_args given = {sizeof given,   name().c_str(),  text.c_str(),
                                     text.size(),    operands.data(), operands.size(),
                                     results.data(), results.size()};
    runtime::CallbackScope scope;
    lz_status* failure = fn_(user_.get(), &given);
    return failure ? failureOf(failure, name()) : okStatus();
  }

private:
  const lz_host_call_fn fn_;
  const User user_;
};

Status checkName(const char* name) {
  constexpr size_t kMostBytes = 255;
  if (!name)
    return invalidArgument("name is NULL; give the host call a name");
  const size_t size = strnlen(name, kMostBytes + 1);
  if (size == 0 || size > kMostBytes)
    return invalidArgument("name has ", size == 0 ? "no" : "too many", " bytes; use 1 to ",
                           kMostBytes);
  if (isAnnotation(name) || absl::string_view(name).substr(0, 3) == "lz.")
    return invalidArgument("\"", name, "\" is reserved for Lazuli; use another name");
  return okStatus();
}

StatusOr<exec::HostCallTraits> traitsOf(const lz_host_call_options& o) {
  if (o.flags & ~uint64_t(LZ_HOST_CALL_HAS_EFFECTS | LZ_HOST_CALL_ON_PROGRAM_THREAD))
    return invalidArgument("lz_host_call_options.flags has unknown bits; use LZ_HOST_CALL_*");
  if (o.predicted_ns < 0)
    return invalidArgument("lz_host_call_options.predicted_ns is ", o.predicted_ns,
                           "; use 0 if it is not known");
  LZ_RETURN_IF_ERROR(
      checkCount(o.aliases, o.num_aliases, kMaxNumbers, "lz_host_call_options.aliases"));
  exec::HostCallTraits traits{(o.flags & LZ_HOST_CALL_HAS_EFFECTS) != 0,
                              (o.flags & LZ_HOST_CALL_ON_PROGRAM_THREAD) != 0,
                              double(o.predicted_ns)};
  for (size_t i = 0; i < o.num_aliases; ++i) {
    const auto [result, operand] = o.aliases[i];
    for (const exec::HostAlias& earlier : traits.aliases)
      if (earlier.result == result || earlier.operand == operand)
        return invalidArgument("lz_host_call_options.aliases names result ", result, " or operand ",
                               operand, " twice; give each at most one alias");
    traits.aliases.push_back({result, operand});
  }
  return traits;
}

StatusOr<exec::HostCallRef> findCall(lazy::Graph& graph, const char* name) {
  if (!name)
    return invalidArgument("name is NULL; pass the name of a registered host call");
  if (exec::HostCallRef call = graph.engine().options.compile.hostCalls->find(name))
    return call;
  return absl::NotFoundError(absl::StrCat("the context knows no host call \"", name,
                                          "\"; register it with lz_context_register_host_call"));
}

StatusOr<std::vector<TensorType>> typesOf(const lz_tensor_type* types, size_t count) {
  LZ_RETURN_IF_ERROR(checkCount(types, count, kMaxTensors, "result_types"));
  if (count == 0)
    return invalidArgument("num_outs is 0; a recorded call runs when one of its results is needed, "
                           "so it must have a result");
  std::vector<TensorType> all;
  for (size_t i = 0; i < count; ++i) {
    LZ_RETURN_IF_ERROR(checkReserved(types[i].reserved, "lz_tensor_type.reserved"));
    LZ_ASSIGN_OR_RETURN(TensorType type, makeType(types[i].dtype, types[i].dims, types[i].rank));
    all.push_back(std::move(type));
  }
  return all;
}

Status checkAliases(const exec::HostCall& call, size_t numOperands, size_t numResults) {
  for (const exec::HostAlias& alias : call.traits().aliases)
    if (alias.result >= numResults || alias.operand >= numOperands)
      return invalidArgument("\"", call.name(), "\" was registered with an alias of result ",
                             alias.result, " and operand ", alias.operand, ", but this call has ",
                             numResults, " results and ", numOperands, " operands");
  return okStatus();
}

} // namespace

lz_status* lz_context_register_host_call(lz_context* context, const char* name, lz_host_call_fn fn,
                                         const lz_host_call_options* options) {
  return guarded("lz_context_register_host_call", [&]() -> Status {
    lz_host_call_options o;
    LZ_RETURN_IF_ERROR(readOptions(options, o, "lz_host_call_options"));
    User user(o.user, o.release);
    LZ_RETURN_IF_ERROR(check(context, "context"));
    LZ_RETURN_IF_ERROR(context->graph->checkRunning());
    LZ_RETURN_IF_ERROR(checkName(name));
    if (!fn)
      return invalidArgument("fn is NULL; pass the function to call");
    LZ_ASSIGN_OR_RETURN(exec::HostCallTraits traits, traitsOf(o));
    return context->graph->engine().options.compile.hostCalls->add(
        std::make_shared<CHostCall>(name, std::move(traits), fn, std::move(user)));
  });
}

lz_status* lz_host_call(lz_device* device, const char* name, lz_tensor* const* operands,
                        size_t num_operands, const lz_tensor_type* result_types,
                        const char* attributes, const lz_op_options* options, lz_tensor** outs,
                        size_t num_outs) {
  return guarded("lz_host_call", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkCount(outs, num_outs, kMaxTensors, "outs"));
    std::fill_n(outs, num_outs, nullptr);
    LZ_RETURN_IF_ERROR(check(device, "device"));
    LZ_RETURN_IF_ERROR(checkCount(operands, num_operands, kMaxTensors, "operands"));
    for (size_t i = 0; i < num_operands; ++i)
      LZ_RETURN_IF_ERROR(check(operands[i], "an operand"));
    LZ_ASSIGN_OR_RETURN(exec::HostCallRef call, findCall(*device->graph, name));
    LZ_ASSIGN_OR_RETURN(std::vector<TensorType> types, typesOf(result_types, num_outs));
    LZ_RETURN_IF_ERROR(checkAliases(*call, num_operands, num_outs));
    // The attributes are in the order of the op's entry (spec/ops/control.td).
    Attrs attrs = {call->name(), call->traits().hasEffects ? AttrValue(int64_t(1)) : AttrValue(),
                   attributes && *attributes ? AttrValue(std::string(attributes)) : AttrValue()};
    std::vector<lz_tensor**> places;
    for (size_t i = 0; i < num_outs; ++i)
      places.push_back(outs + i);
    return recordOp({.opcode = Opcode::CustomCall,
                     .operands = {operands, num_operands},
                     .attrs = std::move(attrs),
                     .options = options,
                     .outs = absl::MakeSpan(places),
                     .device = device,
                     .claimed = types});
  });
}
