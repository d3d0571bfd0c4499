#include "exec/thunks/Call.h"

#include "exec/VerifyCall.h"
#include "exec/tables/Tables.h"
#include "exec/thunks/CallAttrsTables.h"
#include "exec/thunks/Explanation.h"
#include "exec/thunks/Kinds.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"

#include <optional>

namespace lz::exec {
namespace {

class CallThunk final : public Thunk {
public:
  explicit CallThunk(Call call) : call_(std::move(call)) {}

  void execute(Run& run) const override {
    if (!call_.buffers.empty())
      run.written = call_.buffers.back();
    run.bind(call_.buffers);
    absl::Span<std::byte> scratch;
    if (call_.scratch >= 0)
      scratch = {static_cast<std::byte*>(run.at(call_.scratch)),
                 size_t(run.bytesOf(call_.scratch))};
    CallArgs args{call_.signature, run.args, scratch, run.pool};
    if (call_.body.steps)
      return executeWithBody(run, args);
    run.failure = call_.host ? runHost(args, run) : call_.function->run(args);
  }

  // Checks that each buffer is at least as large as its type in the signature of the call.
  Status verify(const BufferChecks& checks) const override {
    if (!call_.function && !call_.host)
      return wrong("a call calls nothing");
    const CallSignature& s = call_.signature;
    if (!checks.allExist(call_.buffers) ||
        call_.buffers.size() != s.operands.size() + s.results.size() ||
        (call_.scratch != -1 && !checks.isScratch(call_.scratch, 0)))
      return wrong("call ", call_.name(), " names a buffer that does not exist");
    LZ_RETURN_IF_ERROR(verifyBuffers(checks));
    if (call_.function) {
      LZ_RETURN_IF_ERROR(verifySignature(call_.function->name, s));
      const int64_t needed = call_.function->needs(s).scratchBytes;
      if (needed > (call_.scratch < 0 ? 0 : checks.at(call_.scratch).bytes))
        return wrong("call ", call_.name(), " has less scratch than ", needed, " bytes");
    }
    return verifyBody(checks);
  }

  void print(Printer& printer) const override {
    const absl::Span<const BufferId> all = call_.buffers;
    const size_t reads = call_.signature.operands.size();
    printer.line(absl::StrCat(
        "call ", call_.name(), " reads", printer.names(all.subspan(0, reads)), " writes",
        printer.names(all.subspan(reads)),
        call_.scratch < 0 ? "" : absl::StrCat(" scratch", printer.names({call_.scratch})), " ",
        exec::print(call_.signature.attrs), decision()));
    if (!call_.body.steps)
      return;
    printer.below([&] {
      printer.line(absl::StrCat("body of", printer.names(call_.body.params), " gives",
                                printer.names(call_.body.results)));
      printer.below([&] { printer.print(*call_.body.steps); });
    });
  }

  void explain(Explanation& explanation) const override {
    if (call_.host)
      return explanation.text(absl::StrCat("call ", call_.name(), " at ",
                                           locationAt(explanation.locations(), call_.location),
                                           "\n  a function that the program registered\n"));
    explanation.text(
        absl::StrCat("call ", call_.name(), ": ", explanation.origin(call_.buffers.back()),
                     "\n  a function of the library, which divides its work among threads itself\n",
                     explained()));
  }

  ThunkTable write(ThunkWriter& writer) const override;

  void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const override {
    for (size_t i = 0; i < call_.buffers.size(); ++i)
      visit(call_.buffers[i], isOperand(i) ? BufferUse::Reads : BufferUse::Writes);
    for (const auto* buffers : {&call_.body.params, &call_.body.results})
      for (BufferId id : *buffers)
        visit(id, BufferUse::Keeps);
    if (call_.scratch >= 0)
      visit(call_.scratch, BufferUse::Keeps);
  }

  LeastScratch leastScratch() const override {
    if (call_.scratch < 0)
      return {};
    CallSignature signature = call_.signature;
    if (!call_.function->plan)
      signature.threads = 1;
    return {call_.scratch, call_.function->needs(signature).scratchBytes};
  }
  Nesting nesting() const override { return call_.body.steps ? Nesting::Body : Nesting::None; }
  void forEachSequence(absl::FunctionRef<void(const Sequence&)> visit) const override {
    if (call_.body.steps)
      visit(*call_.body.steps);
  }

  ThunkRef withSequences(std::vector<SequenceRef> sequences) const override {
    if (sequences.empty())
      return nullptr;
    Call call = call_;
    call.body.steps = std::move(sequences[0]);
    return makeCall(std::move(call));
  }

  bool hasKnownTime() const override { return false; }

private:
  // Returns the decisions of the call's plan as a text such as ", 16 at a time in lanes".
  std::string decision() const {
    const std::string words = call_.signature.plan ? call_.signature.plan->print() : "";
    return words.empty() ? "" : absl::StrCat(", ", words);
  }
  std::string explained() const {
    const std::string words = call_.signature.plan ? call_.signature.plan->explain() : "";
    return words.empty() ? "" : absl::StrCat("  ", words, "\n");
  }
  bool isOperand(size_t buffer) const { return buffer < call_.signature.operands.size(); }

  void executeWithBody(Run& run, CallArgs& args) const {
    if (KernelBody body(call_.body, run.addresses()); body.isValid()) {
      args.body = &body;
      run.failure = call_.function->run(args);
      return;
    }
    Run inside = run.inside(call_.buffers.size());
    auto runSteps = [&] {
      inside.run(*call_.body.steps);
      return !inside.ends();
    };
    StepsBody body(call_.body, run.buffers(), run.addresses(), runSteps);
    args.body = &body;
    run.failure = call_.function->run(args);
    run.failure.Update(inside.failure);
  }

  Status runHost(const CallArgs& args, const Run& run) const {
    Status status = call_.host->run(args);
    if (status.ok())
      return status;
    return withLocation(withOp(status, "custom_call"), locationAt(run.locations(), call_.location));
  }

  Status verifyBuffers(const BufferChecks& checks) const {
    const CallSignature& s = call_.signature;
    for (size_t i = 0; i < call_.buffers.size(); ++i) {
      const TensorType& type = isOperand(i) ? s.operands[i] : s.results[i - s.operands.size()];
      const BufferSpec& buffer = checks.at(call_.buffers[i]);
      if (!checkType(type).ok() || type.numBytes() > buffer.bytes)
        return wrong("call ", call_.name(), " has an operand or result of type ", type.str(),
                     " in a buffer of ", buffer.bytes, " bytes");
      if (!isOperand(i) && !checks.isWritten(call_.buffers[i]))
        return wrong("call ", call_.name(), " writes an input or a constant");
    }
    return okStatus();
  }

  // Checks that each parameter of the body is a temporary with the size of an element, and that the
  // result is a predicate. The function copies elements to the parameters.
  Status verifyBody(const BufferChecks& checks) const {
    const BodySteps& body = call_.body;
    const auto types = call_.function ? bodyParamsOf(call_.function->name, call_.signature)
                                      : std::optional<std::vector<TensorType>>();
    if (!types)
      return body.steps || !body.params.empty() || !body.results.empty()
                 ? wrong("call ", call_.name(), " has a body, but its function runs no body")
                 : okStatus();
    if (!body.steps)
      return wrong("call ", call_.name(), " has no keys, and no body that compares");
    if (!checks.allExist(body.params) || !checks.allExist(body.results))
      return wrong("the body of call ", call_.name(), " names a buffer that does not exist");
    if (body.params.size() != types->size() || body.results.size() != 1)
      return wrong("the body of call ", call_.name(), " has ", body.params.size(),
                   " parameters and ", body.results.size(), " results, but must have ",
                   types->size(), " and 1");
    for (size_t i = 0; i < types->size(); ++i)
      if (const BufferSpec& param = checks.at(body.params[i]);
          param.kind != BufferKind::Temp || param.bytes != (*types)[i].numBytes())
        return wrong("parameter ", i, " of the body of call ", call_.name(), " is no temporary of ",
                     (*types)[i].numBytes(), " bytes for ", (*types)[i].str());
    if (const int64_t bytes = checks.at(body.results[0]).bytes; bytes != 1)
      return wrong("the body of call ", call_.name(), " returns ", bytes,
                   " bytes instead of a predicate");
    return checks.verify(*body.steps);
  }

  const Call call_;
};

ThunkTable CallThunk::write(ThunkWriter& writer) const {
  const CallSignature& s = call_.signature;
  auto& builder = writer.builder();
  const int32_t body = writer.sequence(call_.body.steps.get());
  const auto function =
      writer.text(call_.host ? std::string_view(call_.host->name()) : call_.function->name);
  const auto operands = writer.types(s.operands), results = writer.types(s.results);
  const auto attrs = writeAttrs(writer, s.attrs);
  const auto buffers = builder.CreateVector(call_.buffers);
  const auto params = builder.CreateVector(call_.body.params);
  const auto bodyResults = builder.CreateVector(call_.body.results);
  return thunkTable(fb::CreateCall(builder, function, call_.host != nullptr, operands, results,
                                   attrs, s.threads, buffers, call_.scratch, call_.location, body,
                                   params, bodyResults));
}

// Reads which function is called. The function belongs to the context or to the library.
Status readFunction(const fb::Call& table, const HostCalls* hostCalls, Call& call) {
  const std::string name = textOf(table.function());
  if (table.is_host()) {
    call.host = hostCalls ? hostCalls->find(name) : nullptr;
    if (!call.host)
      return failedPrecondition("[load] the executable calls \"", name,
                                "\", which the context does not know: register it with "
                                "lz_context_register_host_call first");
    call.signature.attrs = HostCallAttrs();
    return okStatus();
  }
  call.function = findCall(name);
  if (!call.function)
    return damaged("it calls \"", name, "\", which the library does not have");
  call.signature.attrs = emptyAttrs(name);
  return okStatus();
}

Status readSignature(const fb::Call& table, const ThunkReader::Machine& machine,
                     CallSignature& signature) {
  LZ_ASSIGN_OR_RETURN(signature.operands, readTypes(table.operands()));
  LZ_ASSIGN_OR_RETURN(signature.results, readTypes(table.results()));
  LZ_RETURN_IF_ERROR(readAttrs(table.attrs(), signature.attrs));
  signature.threads = table.threads();
  signature.cpu = machine.cpu;
  const bool isWide = partType(signature.operandType()) == DType::F64;
  signature.kernels = &machine.source.microKernels(isWide ? DType::F64 : DType::F32, machine.cpu);
  return okStatus();
}

// Verifies the signature before the plan is computed from it.
Status verifyAndPlan(const CallFunction& function, CallSignature& signature) {
  if (Status status = verifySignature(function.name, signature); !status.ok())
    return damaged(status.message());
  if (function.plan) {
    LZ_ASSIGN_OR_RETURN(signature.plan, function.plan(signature));
  }
  return okStatus();
}

} // namespace

ThunkRef makeCall(Call call) {
  return std::make_shared<CallThunk>(std::move(call));
}

StatusOr<ThunkRef> readCall(const fb::Call& table, ThunkReader& reader) {
  Call call{nullptr, {}, elementsOf(table.buffers()), table.scratch()};
  call.location = table.location();
  LZ_RETURN_IF_ERROR(readFunction(table, reader.machine().hostCalls, call));
  LZ_RETURN_IF_ERROR(readSignature(table, reader.machine(), call.signature));
  if (call.function)
    LZ_RETURN_IF_ERROR(verifyAndPlan(*call.function, call.signature));
  if (table.body() >= 0) {
    LZ_ASSIGN_OR_RETURN(call.body.steps, reader.sequence(table.body()));
  }
  call.body.params = elementsOf(table.body_params());
  call.body.results = elementsOf(table.body_results());
  return makeCall(std::move(call));
}

} // namespace lz::exec
