// Runs.
#include "Buffers.h"
#include "Entry.h"
#include "Events.h"
#include "Programs.h"
#include "Slots.h"

#include <algorithm>

namespace lz::pjrt {

namespace {

// The arguments of one run. `take` deletes the donated buffers. The destructor makes them alive
// again, unless `commit` was called before.
class Arguments {
public:
  ~Arguments();

  // Takes the values of all buffers, and deletes those that are donated. A result may take over the
  // memory of a donated value if nobody else has a reference to the value. Otherwise the run only
  // reads the value.
  PJRT_Error* take(const Program& program, PJRT_Buffer* const* buffers, size_t count,
                   const PJRT_ExecuteOptions& options);
  // From now on, the donated buffers stay deleted.
  void commit() { donated_.clear(); }

  const std::vector<lz_tensor*>& tensors() const { return tensors_; }
  const std::vector<uint8_t>& donate() const { return donate_; }

private:
  std::vector<Value> values_;
  std::vector<lz_tensor*> tensors_;
  std::vector<uint8_t> donate_; // for each tensor; empty: no memory is taken over
  std::vector<std::pair<PJRT_Buffer*, size_t>> donated_; // with the indices in values_
};

Arguments::~Arguments() {
  for (const auto& [buffer, i] : donated_)
    buffer->restore(values_[i]);
}

bool isKept(const PJRT_ExecuteOptions& options, size_t input) {
  const int64_t* kept = options.non_donatable_input_indices;
  const size_t count = kept ? options.num_non_donatable_input_indices : 0;
  return std::find(kept, kept + count, int64_t(input)) != kept + count;
}

PJRT_Error* Arguments::take(const Program& program, PJRT_Buffer* const* buffers, size_t count,
                            const PJRT_ExecuteOptions& options) {
  for (size_t i = 0; i < count; ++i) {
    if (!buffers[i])
      return invalidArgument("argument ", i, " is NULL");
    if (buffers[i]->client != program.client)
      return invalidArgument("argument ", i, " belongs to another client");
    Value value;
    if (PJRT_Error* error = buffers[i]->take(&value)) {
      destroyError(error);
      return invalidArgument("argument ", i, " has been deleted or donated");
    }
    if (program.inputs[i].isToken())
      continue;
    tensors_.push_back(value.get());
    values_.push_back(std::move(value));
  }
  size_t tensor = 0;
  for (size_t i = 0; i < count; ++i) {
    if (program.inputs[i].isToken())
      continue;
    const size_t at = tensor++;
    if (!program.offered[i] || isKept(options, i))
      continue;
    donate_.resize(tensors_.size(), 0);
    buffers[i]->drop();
    donated_.push_back({buffers[i], at});
    donate_[at] = values_[at].use_count() == 1;
  }
  return nullptr;
}

// Gives the event of the end of the run that makes these tensors.
PJRT_Error* completionOf(const std::vector<Tensor>& results, PJRT_Event** out) {
  if (!results.empty())
    return eventOf(results[0].get(), out);
  *out = happened();
  return nullptr;
}

// Makes a token that is ready when the run that makes these tensors has ended.
PJRT_Error* makeToken(const Program& program, Memory* memory, const std::vector<Tensor>& results,
                      std::unique_ptr<PJRT_Buffer>& out) {
  SharedEvent ready;
  if (!results.empty()) {
    lz_event* event = nullptr;
    LZ_PJRT_TRY(toError(lz_tensor_event(results[0].get(), &event)));
    ready = SharedEvent(event, lz_event_release);
  }
  const int64_t empty = 0;
  lz_tensor* value = nullptr;
  LZ_PJRT_TRY(toError(lz_tensor_from_host(program.client->device.get(), LZ_DTYPE_PRED, &empty, 1,
                                          &empty, nullptr, &value)));
  out = std::make_unique<PJRT_Buffer>(program.client, memory, valueOf(value), std::move(ready));
  return nullptr;
}

// Makes a buffer of each output. If that fails, the caller gets none.
PJRT_Error* giveOutputs(const Program& program, std::vector<Tensor> results, PJRT_Buffer** out) {
  std::vector<std::unique_ptr<PJRT_Buffer>> buffers(program.outputs.size());
  Memory* memory = memoryOf(program.devices[0]->memories[0]);
  for (int64_t place : program.outputTokens)
    LZ_PJRT_TRY(makeToken(program, memory, results, buffers[size_t(place)]));
  size_t next = 0;
  for (auto& buffer : buffers)
    if (!buffer)
      buffer =
          std::make_unique<PJRT_Buffer>(program.client, memory, valueOf(results[next++].release()));
  for (size_t i = 0; i < buffers.size(); ++i)
    out[i] = buffers[i].release();
  return nullptr;
}

PJRT_Error* run(const Program& program, Arguments& arguments, PJRT_Buffer** outputs,
                PJRT_Event** complete) {
  std::vector<lz_tensor*> tensors(program.outputs.size() - program.outputTokens.size());
  std::vector<Tensor> results;
  results.reserve(tensors.size());
  lz_run_options options{};
  options.struct_size = sizeof options;
  options.num_donate = arguments.donate().size();
  options.donate = options.num_donate > 0 ? arguments.donate().data() : nullptr;
  // Without outputs, nothing else tells when the run has ended.
  options.flags = tensors.empty() ? LZ_RUN_WAIT : 0;
  LZ_PJRT_TRY(toError(lz_executable_run(program.executable.get(), arguments.tensors().data(),
                                        arguments.tensors().size(), &options, tensors.data(),
                                        tensors.size())));
  arguments.commit();
  if (program.client->runCount)
    program.client->runCount->fetch_add(1, std::memory_order_relaxed);
  for (lz_tensor* tensor : tensors)
    results.emplace_back(tensor);
  PJRT_Event* event = nullptr;
  if (complete)
    LZ_PJRT_TRY(completionOf(results, &event));
  std::unique_ptr<PJRT_Event> owner(event);
  LZ_PJRT_TRY(giveOutputs(program, std::move(results), outputs));
  if (complete)
    *complete = owner.release();
  return nullptr;
}

PJRT_Error* checkRun(const PJRT_LoadedExecutable_Execute_Args& args,
                     const PJRT_ExecuteOptions& options) {
  const Program& program = *args.executable->program;
  if (args.executable->isDeleted)
    return invalidArgument("the executable has been deleted");
  if (options.num_send_ops > 0 || options.num_recv_ops > 0)
    return unimplemented("send and receive callbacks");
  if (args.num_devices != program.devices.size())
    return invalidArgument("the run is for ", args.num_devices, " devices, but the program for ",
                           program.devices.size());
  if (args.num_args != program.inputs.size())
    return invalidArgument("the program takes ", program.inputs.size(), " arguments, but ",
                           args.num_args, " were given");
  if (args.execute_device && args.execute_device->client != program.client)
    return invalidArgument("execute_device belongs to another client");
  if (args.num_args > 0) {
    LZ_PJRT_TRY(checkGiven(args.argument_lists, "argument_lists"));
    LZ_PJRT_TRY(checkGiven(args.argument_lists[0], "argument_lists[0]"));
  }
  if (program.outputs.empty())
    return nullptr;
  LZ_PJRT_TRY(checkGiven(args.output_lists, "output_lists"));
  return checkGiven(args.output_lists[0], "output_lists[0]");
}

} // namespace

// No call of this plugin reads a context, so all runs share one.
PJRT_Error* ExecuteContext_Create(PJRT_ExecuteContext_Create_Args& args) {
  static char context;
  args.context = reinterpret_cast<PJRT_ExecuteContext*>(&context);
  return nullptr;
}

PJRT_Error* ExecuteContext_Destroy(PJRT_ExecuteContext_Destroy_Args&) {
  return nullptr;
}

PJRT_Error* LoadedExecutable_Execute(PJRT_LoadedExecutable_Execute_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.executable, "executable"));
  PJRT_ExecuteOptions options{};
  LZ_PJRT_TRY(
      readStruct(args.options, PJRT_ExecuteOptions_OLDEST_SIZE, "PJRT_ExecuteOptions", options));
  LZ_PJRT_TRY(checkRun(args, options));
  const Program& program = *args.executable->program;
  Arguments arguments;
  LZ_PJRT_TRY(arguments.take(program, args.num_args > 0 ? args.argument_lists[0] : nullptr,
                             args.num_args, options));
  return run(program, arguments, program.outputs.empty() ? nullptr : args.output_lists[0],
             args.device_complete_events);
}

} // namespace lz::pjrt
