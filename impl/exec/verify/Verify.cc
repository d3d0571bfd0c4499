#include "exec/verify/Verify.h"

#include "absl/algorithm/container.h"
#include "base/Checked.h"
#include "exec/verify/VerifyCall.h"
#include "exec/verify/VerifyContraction.h"
#include "runtime/Runtime.h"

namespace lz::exec {
namespace {

template <typename... Parts> Status wrong(const Parts&... parts) {
  return internalError("executable: ", parts...);
}

class BufferVerifier {
public:
  explicit BufferVerifier(const ExecutableSpec& spec)
      : spec_(spec), hasOutput_(spec.outputs.size()) {}

  Status run() {
    LZ_RETURN_IF_ERROR(verifyLists());
    for (size_t i = 0; i < spec_.buffers.size(); ++i)
      if (!isPlaced(spec_.buffers[i]))
        return wrong("buffer ", i, " of ", spec_.buffers[i].bytes, " bytes has no place");
    if (!absl::c_all_of(hasOutput_, [](bool has) { return has; }))
      return wrong("an output has no buffer");
    return okStatus();
  }

private:
  Status verifyLists() const {
    for (const auto* types : {&spec_.inputs, &spec_.outputs})
      for (const TensorType& type : *types)
        LZ_RETURN_IF_ERROR(checkType(type));
    if (!spec_.donated.empty() && spec_.donated.size() != spec_.inputs.size())
      return wrong(spec_.donated.size(), " donations of ", spec_.inputs.size(), " inputs");
    if (!spec_.aliasOf.empty() && spec_.aliasOf.size() != spec_.outputs.size())
      return wrong(spec_.aliasOf.size(), " aliases of ", spec_.outputs.size(), " outputs");
    for (int32_t input : spec_.aliasOf)
      if (input < -1 || input >= int64_t(spec_.inputs.size()))
        return wrong("an output takes over input ", input, " of ", spec_.inputs.size());
    return spec_.arenaBytes < 0 ? wrong("an arena of ", spec_.arenaBytes, " bytes") : okStatus();
  }

  bool hasBytesOf(const std::vector<TensorType>& types, const BufferSpec& buffer) const {
    return buffer.ordinal >= 0 && size_t(buffer.ordinal) < types.size() &&
           types[size_t(buffer.ordinal)].numBytes() == buffer.bytes;
  }

  bool isPlaced(const BufferSpec& buffer) {
    if (buffer.bytes < 0)
      return false;
    switch (buffer.kind) {
    case BufferKind::Input:
      return hasBytesOf(spec_.inputs, buffer);
    case BufferKind::Output:
      if (!hasBytesOf(spec_.outputs, buffer))
        return false;
      hasOutput_[size_t(buffer.ordinal)] = true;
      return true;
    case BufferKind::Temp: {
      const CheckedInt end = checkedAdd(buffer.offset, buffer.bytes);
      return buffer.offset >= 0 && buffer.offset % runtime::kAlignment == 0 && end &&
             *end <= spec_.arenaBytes;
    }
    case BufferKind::Constant:
      return buffer.constant.valid() && buffer.constant.type().numBytes() == buffer.bytes;
    case BufferKind::Rows:
      return buffer.bytes == 0;
    }
    return false;
  }

  const ExecutableSpec& spec_;
  std::vector<bool> hasOutput_;
};

class ThunkVerifier {
public:
  explicit ThunkVerifier(const ExecutableSpec& spec) : spec_(spec) {}

  // Nests as deep as the program's loops and branches do.
  Status verify(const Sequence& sequence) const {
    for (const Thunk& thunk : sequence.thunks)
      LZ_RETURN_IF_ERROR(std::visit([this](const auto& t) { return verifyOne(t); }, thunk));
    return okStatus();
  }

private:
  bool exists(BufferId id) const { return id >= 0 && size_t(id) < spec_.buffers.size(); }
  bool allExist(const std::vector<BufferId>& ids) const {
    return absl::c_all_of(ids, [this](BufferId id) { return exists(id); });
  }
  const BufferSpec& at(BufferId id) const { return spec_.buffers[size_t(id)]; }
  bool holds(BufferId id, CheckedInt bytes) const { return bytes && *bytes <= at(id).bytes; }
  // An operand or a result of a contraction; `byRows`: it may exist by rows or slices only.
  bool holds(BufferId id, CheckedInt bytes, bool byRows) const {
    return (byRows && bytes && at(id).kind == BufferKind::Rows) || holds(id, bytes);
  }
  // Inputs are the caller's, constants are for all runs, and neither is ever written.
  bool isWritten(BufferId id) const {
    return at(id).kind != BufferKind::Input && at(id).kind != BufferKind::Constant;
  }
  bool isScratch(BufferId id, int64_t bytes) const {
    return exists(id) && at(id).kind == BufferKind::Temp && bytes <= at(id).bytes;
  }

  Status verifyOne(const KernelThunk& kernel) const { return verifyKernel(kernel, {}); }

  // `byRows`: buffers that have an address while it runs although they exist by rows only.
  Status verifyKernel(const KernelThunk& kernel, absl::Span<const BufferId> byRows) const {
    if (!kernel.fn || kernel.gridSize < 0 || !(kernel.nsPerUnit >= 0))
      return wrong("kernel ", kernel.name, " has no code or no grid");
    if (!allExist(kernel.buffers) || kernel.numReads < 0 ||
        size_t(kernel.numReads) > kernel.buffers.size())
      return wrong("kernel ", kernel.name, " names a buffer that does not exist");
    for (size_t i = 0; i < kernel.buffers.size(); ++i) {
      const BufferId id = kernel.buffers[i];
      if (at(id).kind == BufferKind::Rows && !absl::c_linear_search(byRows, id))
        return wrong("kernel ", kernel.name, " names a buffer that exists by rows only");
      if (int64_t(i) >= kernel.numReads && !isWritten(id))
        return wrong("kernel ", kernel.name, " writes an input or a constant");
    }
    return okStatus();
  }

  Status verifyOne(const CopyThunk& copy) const {
    if (!exists(copy.source) || !exists(copy.target))
      return wrong("a copy names a buffer that does not exist");
    if (!isWritten(copy.target))
      return wrong("a copy writes an input or a constant");
    const BufferSpec &source = at(copy.source), &target = at(copy.target);
    if (source.bytes != target.bytes && source.kind != BufferKind::Input &&
        target.kind != BufferKind::Output)
      return wrong("a copy is not from one buffer to another of its size");
    return okStatus();
  }

  Status verifyRows(const std::vector<RowKernel>& rows, absl::Span<const BufferId> byRows) const {
    for (const RowKernel& row : rows) {
      LZ_RETURN_IF_ERROR(verifyKernel(row.kernel, byRows));
      if (row.unitsPerRow < 0 || row.kernel.buffers.empty() ||
          row.kernel.buffers.size() > kMostRowBuffers)
        return wrong("kernel ", row.kernel.name, " does not run on rows");
    }
    return okStatus();
  }

  Status verifyOne(const ContractionThunk& c) const {
    const contraction::TiledContraction& tiled = c.plan.spec;
    LZ_RETURN_IF_ERROR(verifyAxes(tiled));
    LZ_RETURN_IF_ERROR(checkPlan(c.plan));
    if (!exists(c.lhs) || !exists(c.rhs) || !exists(c.out) || !exists(c.scratch))
      return wrong(c.name, " names a buffer that does not exist");
    const BufferId lhs = tiled.isSwapped ? c.rhs : c.lhs, rhs = tiled.isSwapped ? c.lhs : c.rhs;
    const BufferId own = c.plan.privateOperand == 1 ? c.rhs : c.lhs;
    const bool isSliced = c.slices.has_value();
    if (!holds(lhs, bytesOf(tiled.lhs), isSliced || (tiled.ownByRows && lhs == own)) ||
        !holds(rhs, bytesOf(tiled.rhs), isSliced || (tiled.ownByRows && rhs == own)) ||
        !holds(c.out, outBytesOf(tiled), isSliced || tiled.outByRows) || !isWritten(c.out))
      return wrong(c.name, " reaches out of its operands or its result");
    if (!isScratch(c.scratch, c.scratchBytes()))
      return wrong(c.name, " needs ", c.scratchBytes(), " bytes of scratch and has ",
                   at(c.scratch).bytes);
    if (!isSliced &&
        ((tiled.ownByRows && c.prologue.empty()) || (tiled.outByRows && c.epilogue.empty())))
      return wrong(c.name, " has rows that nobody makes or reads");
    if (isSliced)
      LZ_RETURN_IF_ERROR(verifySlices(c));
    LZ_RETURN_IF_ERROR(verifyRows(c.prologue, {c.lhs, c.rhs}));
    return verifyRows(c.epilogue, {c.out});
  }

  Status verifySlices(const ContractionThunk& c) const {
    using contraction::Slices;
    const contraction::SlicePlan& plan = *c.slices;
    const contraction::TiledContraction& last = plan.addUp ? plan.last.spec : plan.each.spec;
    const CheckedInt bytes[3] = {bytesOf(last.isSwapped ? last.rhs : last.lhs),
                                 bytesOf(last.isSwapped ? last.lhs : last.rhs), outBytesOf(last)};
    const BufferId buffers[3] = {c.lhs, c.rhs, c.out};
    for (size_t i : {Slices::Lhs, Slices::Rhs, Slices::Out}) {
      const contraction::SlicedArray& array = plan.arrays[i];
      const CheckedInt end = checkedAdd(checkedMultiply(plan.count - 1, array.bytes), bytes[i]);
      if (plan.count < 1 || array.bytes < 0 || array.rows < 0 || array.allRows < 0 ||
          (!array.inScratch && !holds(buffers[i], end)))
        return wrong(c.name, " has slices outside of its arrays");
    }
    return okStatus();
  }

  // The views of a call are as large as their types say.
  Status verifyOne(const CallThunk& call) const {
    if (!call.function && !call.host)
      return wrong("a call calls nothing");
    const CallSignature& s = call.signature;
    const size_t numOperands = s.operands.size();
    if (!allExist(call.buffers) || call.buffers.size() != numOperands + s.results.size() ||
        (call.scratch != -1 && !isScratch(call.scratch, 0)))
      return wrong("call ", call.name(), " names a buffer that does not exist");
    for (size_t i = 0; i < call.buffers.size(); ++i) {
      const TensorType& type = i < numOperands ? s.operands[i] : s.results[i - numOperands];
      if (!checkType(type).ok() || type.numBytes() > at(call.buffers[i]).bytes)
        return wrong("call ", call.name(), " has ", type.str(), " in ", at(call.buffers[i]).bytes,
                     " bytes");
      if (i >= numOperands && !isWritten(call.buffers[i]))
        return wrong("call ", call.name(), " writes an input or a constant");
    }
    if (call.function) {
      LZ_RETURN_IF_ERROR(verifySignature(call.function->name, s));
      const int64_t needed = call.function->needs(s).scratchBytes;
      if (needed > (call.scratch < 0 ? 0 : at(call.scratch).bytes))
        return wrong("call ", call.name(), " has less scratch than ", needed, " bytes");
    }
    return verifyBody(call);
  }

  // Parameters are what the function copies there, and the result is a predicate.
  Status verifyBody(const CallThunk& call) const {
    const BodyThunk& body = call.body;
    const auto types = call.function ? bodyParamsOf(call.function->name, call.signature)
                                     : std::optional<std::vector<TensorType>>();
    if (!types)
      return body.steps || !body.params.empty() || !body.results.empty()
                 ? wrong("call ", call.name(), " has a body, and it runs none")
                 : okStatus();
    if (!body.steps)
      return wrong("call ", call.name(), " has no keys, and no body that compares");
    if (!allExist(body.params) || !allExist(body.results))
      return wrong("the body of call ", call.name(), " names a buffer that does not exist");
    if (body.params.size() != types->size() || body.results.size() != 1)
      return wrong("the body of call ", call.name(), " takes ", body.params.size(), " values of ",
                   types->size(), " and gives ", body.results.size(), " of 1");
    for (size_t i = 0; i < types->size(); ++i)
      if (const BufferSpec& param = at(body.params[i]);
          param.kind != BufferKind::Temp || param.bytes != (*types)[i].numBytes())
        return wrong("parameter ", i, " of the body of call ", call.name(), " is no temporary of ",
                     (*types)[i].numBytes(), " bytes for ", (*types)[i].str());
    if (at(body.results[0]).bytes != 1)
      return wrong("the body of call ", call.name(), " gives ", at(body.results[0]).bytes,
                   " bytes, and no predicate");
    return verify(*body.steps);
  }

  Status verifyOne(const WhileThunk& loop) const {
    if (!exists(loop.predicate) || at(loop.predicate).bytes != 1 || !loop.condition || !loop.body)
      return wrong(loop.name, " has no condition or no body");
    LZ_RETURN_IF_ERROR(verify(*loop.condition));
    return verify(*loop.body);
  }

  Status verifyOne(const ConditionalThunk& conditional) const {
    const int64_t bytes = conditional.selectorIsPred ? 1 : sizeof(int32_t);
    const size_t least = conditional.selectorIsPred ? 2 : 1;
    if (!exists(conditional.selector) || at(conditional.selector).bytes != bytes ||
        conditional.branches.size() < least || absl::c_linear_search(conditional.branches, nullptr))
      return wrong(conditional.name, " has no selector or no branches");
    for (const auto& branch : conditional.branches)
      LZ_RETURN_IF_ERROR(verify(*branch));
    return okStatus();
  }

  const ExecutableSpec& spec_;
};

} // namespace

Status verify(const ExecutableSpec& spec) {
  LZ_RETURN_IF_ERROR(BufferVerifier(spec).run());
  return ThunkVerifier(spec).verify(spec.body);
}

} // namespace lz::exec
