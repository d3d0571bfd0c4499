// Allocations fail while a program is compiled and run. Barriers, reads, evaluations and calls of
// executables start the programs. They run on the thread of the caller or on that of the stream.
#include "Scenario.h"

#include <atomic>

namespace lz::test {
namespace {

FAILING_ALLOCATIONS(InABarrier) {
  Owned<lz_tensor> y, s;
  LZ_TRY(recordExpression(world, y));
  LZ_TRY(recordSum(world, y.get(), s));
  LZ_TRY(lz_context_barrier(world.context.get(), nullptr, LZ_BARRIER_WAIT, nullptr));
  float sum = 0;
  LZ_TRY(lz_tensor_read(s.get(), &sum, sizeof sum));
  EXPECT_EQ(sum, 45);
  return expect(y.get(), 7.5, 10, 12.5, 15);
}

// The program does not wait, so the stream's thread computes.
FAILING_ALLOCATIONS(InABarrierThatNobodyWaitsFor) {
  Owned<lz_tensor> y;
  LZ_TRY(recordExpression(world, y));
  Owned<lz_barrier> barrier;
  LZ_TRY(lz_context_barrier(world.context.get(), nullptr, 0, Out(barrier)));
  lz_barrier_statistics statistics{};
  statistics.struct_size = sizeof statistics;
  LZ_TRY(lz_barrier_get_statistics(barrier.get(), &statistics));
  Owned<lz_event> event;
  LZ_TRY(lz_barrier_event(barrier.get(), Out(event)));
  LZ_TRY(lz_event_wait(event.get(), -1));
  Owned<lz_executable> executable;
  LZ_TRY(lz_barrier_executable(barrier.get(), 0, Out(executable)));
  return expect(y.get(), 7.5, 10, 12.5, 15);
}

FAILING_ALLOCATIONS(InAReadOfWhatIsPending) {
  Owned<lz_tensor> y;
  LZ_TRY(recordExpression(world, y));
  return expect(y.get(), 7.5, 10, 12.5, 15);
}

// If the read has begun, there is an event, and it must happen. Otherwise there is no event.
FAILING_ALLOCATIONS(InAnAsynchronousRead) {
  const int64_t backwards = -4;
  lz_read_options options{sizeof options, &backwards};
  float values[4] = {};
  Owned<lz_tensor> y;
  LZ_TRY(recordExpression(world, y));
  Owned<lz_event> event;
  Error error(lz_tensor_read_async(y.get(), &values[3], sizeof values, &options, Out(event)));
  EXPECT_EQ(event != nullptr, error == nullptr);
  if (error)
    return error;
  LZ_TRY(lz_event_wait(event.get(), -1));
  EXPECT_EQ(values[3], 7.5);
  EXPECT_EQ(values[0], 15);
  return nullptr;
}

void count(void* calls, lz_status*) {
  ++*static_cast<std::atomic<int>*>(calls);
}

// A callback is called once if it was accepted, and never otherwise.
FAILING_ALLOCATIONS(InCallbacksOfEvents) {
  std::atomic<int> calls = 0;
  Owned<lz_tensor> y;
  Owned<lz_event> work, mine;
  LZ_TRY(recordExpression(world, y));
  lz_tensor* one[] = {y.get()};
  LZ_TRY(lz_evaluate(one, 1, 0, nullptr));
  LZ_TRY(lz_tensor_event(y.get(), Out(work)));
  LZ_TRY(lz_event_create(Out(mine)));
  Error refused(lz_event_on_ready(mine.get(), count, &calls));
  lz_event* both[] = {work.get(), mine.get()};
  Error waited(lz_events_wait(both, 2, LZ_WAIT_ANY, -1, nullptr));
  Error status(lz_status_create(LZ_DATA_LOSS, "a message that is longer than a short string"));
  EXPECT_TRUE(status);
  Error set(lz_event_set(mine.get(), status.get()));
  EXPECT_EQ(calls, refused || set ? 0 : 1);
  mine.reset();
  EXPECT_EQ(calls, refused ? 0 : 1);
  if (refused)
    return refused;
  return waited ? std::move(waited) : std::move(set);
}

FAILING_ALLOCATIONS(InAnEvaluation) {
  Owned<lz_tensor> y, z;
  LZ_TRY(recordExpression(world, y));
  LZ_TRY(lz_add(y.get(), y.get(), nullptr, Out(z)));
  lz_tensor* one[] = {y.get()};
  LZ_TRY(lz_evaluate(one, 1, 0, nullptr));
  return expect(z.get(), 15, 20, 25, 30);
}

// Runs the step twice. At the second time, its program is in the cache.
FAILING_ALLOCATIONS(InACachedStep) {
  for (int i = 0; i < 2; ++i) {
    Owned<lz_tensor> y;
    LZ_TRY(recordExpression(world, y));
    LZ_TRY(lz_context_barrier(world.context.get(), nullptr, 0, nullptr));
    LZ_TRY(expect(y.get(), 7.5, 10, 12.5, 15));
  }
  return nullptr;
}

// The new weights take over the memory of the old ones.
FAILING_ALLOCATIONS(InADonation) {
  const float ones[4] = {1, 1, 1, 1};
  Owned<lz_tensor> w;
  LZ_TRY(world.vector(ones, w));
  for (int i = 0; i < 2; ++i) {
    Owned<lz_tensor> next;
    LZ_TRY(lz_add(w.get(), world.x.get(), nullptr, Out(next)));
    w = std::move(next);
    LZ_TRY(lz_context_barrier(world.context.get(), nullptr, 0, nullptr));
  }
  return expect(w.get(), 3, 5, 7, 9);
}

Error recordChain(World& world, int length, Owned<lz_tensor>& y) {
  LZ_TRY(lz_negate(world.x.get(), nullptr, Out(y)));
  for (int i = 1; i < length; ++i) {
    Owned<lz_tensor> next;
    LZ_TRY(lz_add(y.get(), world.x.get(), nullptr, Out(next)));
    y = std::move(next);
  }
  return nullptr;
}

const lz_context_options shortSegments = [] {
  lz_context_options options{};
  options.struct_size = sizeof options;
  options.max_segment_ops = 16;
  return options;
}();

FAILING_ALLOCATIONS(InACutOfSeveralPrograms, &shortSegments) {
  Owned<lz_tensor> y;
  LZ_TRY(recordChain(world, 40, y));
  LZ_TRY(lz_context_barrier(world.context.get(), nullptr, 0, nullptr));
  return expect(y.get(), 38, 76, 114, 152);
}

const lz_context_options fewPending = [] {
  lz_context_options options{};
  options.struct_size = sizeof options;
  options.max_pending_ops = 4;
  return options;
}();

FAILING_ALLOCATIONS(InAnAutomaticBarrier, &fewPending) {
  Owned<lz_tensor> y;
  LZ_TRY(recordChain(world, 10, y));
  return expect(y.get(), 8, 16, 24, 32);
}

const lz_context_options opByOp = [] {
  lz_context_options options{};
  options.struct_size = sizeof options;
  options.op_by_op = 1;
  return options;
}();

FAILING_ALLOCATIONS(OpByOp, &opByOp) {
  Owned<lz_tensor> y;
  LZ_TRY(recordChain(world, 3, y));
  return expect(y.get(), 1, 2, 3, 4);
}

FAILING_ALLOCATIONS(InCallsOfAnExecutable) {
  const float ones[4] = {1, 1, 1, 1};
  Owned<lz_function> f;
  LZ_TRY(makeSquare(world, f));
  Owned<lz_executable> executable;
  LZ_TRY(lz_function_compile(f.get(), nullptr, Out(executable)));
  Owned<lz_tensor> p, y, z;
  LZ_TRY(world.vector(ones, p));
  lz_run_options options{};
  options.struct_size = sizeof options;
  lz_tensor *inputs[] = {p.get()}, *outs[1] = {};
  LZ_TRY(lz_executable_run(executable.get(), inputs, 1, &options, outs, 1));
  y.reset(outs[0]);
  inputs[0] = y.get();
  options.flags = LZ_RUN_WAIT;
  LZ_TRY(lz_executable_run(executable.get(), inputs, 1, &options, outs, 1));
  z.reset(outs[0]);
  return expect(z.get(), 5, 11, 19, 29);
}

// The callback may be called later, on the stream's thread.
std::atomic<int> given{0}, released{0};
alignas(64) float memory[16];

FAILING_ALLOCATIONS(InARunIntoTheCallersMemory) {
  Owned<lz_function> f;
  LZ_TRY(makeSquare(world, f));
  Owned<lz_executable> executable;
  LZ_TRY(lz_function_compile(f.get(), nullptr, Out(executable)));
  void* places[] = {memory};
  lz_run_options options{};
  options.struct_size = sizeof options;
  options.flags = LZ_RUN_WAIT;
  options.out_data = places;
  options.num_out_data = 1;
  options.release = [](void*, const void*) { EXPECT_LE(++released, given); };
  ++given;
  lz_tensor *input = world.x.get(), *output = nullptr;
  Error error(lz_executable_run(executable.get(), &input, 1, &options, &output, 1));
  Owned<lz_tensor> y(output);
  if (error)
    return error;
  EXPECT_EQ(memory[3], 20);
  return expect(y.get(), 2, 6, 12, 20);
}

FAILING_ALLOCATIONS(InGradients) {
  Owned<lz_tensor> square, loss, gradient;
  LZ_TRY(lz_multiply(world.x.get(), world.x.get(), nullptr, Out(square)));
  LZ_TRY(recordSum(world, square.get(), loss));
  lz_tensor *outputs[] = {loss.get()}, *arguments[] = {world.x.get()};
  LZ_TRY(lz_gradients(outputs, 1, nullptr, arguments, 1, nullptr, Out(gradient)));
  LZ_TRY(lz_context_barrier(world.context.get(), nullptr, 0, nullptr));
  return expect(gradient.get(), 2, 4, 6, 8);
}

// The shutdown finds work for which the caller has not waited. This work ends normally or is
// cancelled.
FAILING_ALLOCATIONS(InAShutdown) {
  World other;
  LZ_TRY(World::make(nullptr, other));
  Owned<lz_tensor> y;
  LZ_TRY(recordExpression(other, y));
  LZ_TRY(lz_context_barrier(other.context.get(), nullptr, 0, nullptr));
  LZ_TRY(lz_context_shutdown(other.context.get()));
  float values[4];
  Error(lz_tensor_read(y.get(), values, sizeof values));
  return nullptr;
}

} // namespace
} // namespace lz::test
