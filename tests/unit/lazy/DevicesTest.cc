// Several devices: no device waits for another, whatever is compiled, queued or cancelled.
#include "LazyTest.h"
#include "lazy/context/Collectives.h"

#include <future>
#include <random>

namespace lz::test {
namespace {

using std::chrono::seconds;

// A context with several devices. (A Session uses the graph of only one.)
class Machine {
public:
  explicit Machine(size_t count, lazy::EngineOptions options = {}) {
    compiler = std::make_shared<FakeCompiler>();
    auto engine = std::make_shared<lazy::Engine>(std::move(options), compiler);
    std::vector<std::shared_ptr<runtime::Device>> devices;
    for (size_t i = 0; i < count; ++i)
      devices.push_back(
          runtime::Device::host({.name = absl::StrCat("host:", i), .threads = 1, .memory = {}}));
    graph_ = lazy::Devices::create(std::move(engine), std::move(devices));
  }

  lazy::Devices& all() const { return graph_->devices(); }
  lazy::Graph& graph(size_t device) const { return *all().graphs()[device]; }
  size_t count() const { return all().graphs().size(); }

  Tensor input(size_t device, const std::vector<float>& values) const {
    TensorType type{DType::F32, {int64_t(values.size())}};
    runtime::StorageRef storage = *graph(device).device().allocate(type.numBytes());
    std::memcpy(storage->mutableData(), values.data(), size_t(type.numBytes()));
    return Session::first(
        graph(device).fromData(lazy::Data::ready(std::move(storage), true), type));
  }
  static Tensor op(Opcode opcode, const Tensor& x, const Tensor& y) {
    Result* operands[] = {x.get(), y.get()};
    return Session::first(graphOf(*x).record({.opcode = opcode, .operands = operands}));
  }
  static StatusOr<std::vector<float>> read(const Tensor& x) {
    LZ_ASSIGN_OR_RETURN(Ref<lazy::Data> data, graphOf(*x).valueOf(*x, true));
    LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, data->ended());
    const float* begin = storage->as<float>();
    return std::vector<float>(begin, begin + x->type.numElements());
  }

  std::shared_ptr<FakeCompiler> compiler;

private:
  Ref<lazy::Graph> graph_;
};

// Returns false if the action takes more than ten seconds. All work is then cancelled, so that the
// action ends.
template <typename Action> bool ends(Machine& machine, Action action) {
  auto done = std::async(std::launch::async, action);
  const bool inTime = done.wait_for(seconds(10)) == std::future_status::ready;
  if (!inTime)
    machine.all().cancel();
  done.wait();
  return inTime;
}

// One thread compiles a program that it will read from. Another waits for a barrier of all devices.
// That barrier must not queue work on the stream that depends on work which the first thread has
// not yet submitted.
TEST(Devices, ABarrierOfAllLeavesTheQueueToACompilationThatGoesOn) {
  std::promise<void> begun, go; // lives as long as the devices, because their work uses it
  std::atomic<bool> isFirst{true};
  Machine m(2);
  m.compiler->refuse = [&](const Program&) {
    if (isFirst.exchange(false)) {
      begun.set_value();
      go.get_future().wait();
    }
    return okStatus();
  };
  Tensor x = m.input(0, {1, 2}), y = Machine::op(Opcode::Add, x, x);
  auto reads = std::async(std::launch::async, [&] { return Machine::read(y); });
  begun.get_future().wait();
  auto waits = std::async(std::launch::async, [&] { return m.all().barrier({.wait = true}); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20)); // by now `waits` most likely waits
  go.set_value();
  EXPECT_TRUE(ends(m, [&] {
    reads.wait();
    waits.wait();
  }));
  EXPECT_EQ(*reads.get(), (std::vector<float>{2, 4}));
  EXPECT_TRUE(waits.get().ok());
}

TEST(Devices, ABarrierOfAllHoldsUpNoDevice) {
  for (size_t slow = 0; slow < 2; ++slow) {
    std::promise<void> go;
    std::shared_future<void> mayGo = go.get_future();
    std::atomic<bool> isFirst{true};
    Machine m(2);
    m.compiler->onRun = [&] {
      if (isFirst.exchange(false))
        mayGo.wait();
    };
    Tensor x = m.input(slow, {1, 2}), late = Machine::op(Opcode::Add, x, x);
    auto made = m.all().barrier({.wait = false, .needEvent = true});
    ASSERT_TRUE(made.ok());
    while (isFirst)
      std::this_thread::yield();
    Tensor z = m.input(1 - slow, {3, 4}), quick = Machine::op(Opcode::Multiply, z, z);
    std::atomic<bool> isRead{false};
    std::thread reader([&] {
      EXPECT_EQ(*Machine::read(quick), (std::vector<float>{9, 16}));
      isRead = true;
    });
    for (int i = 0; i < 1000 && !isRead; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(isRead);
    EXPECT_FALSE(made->event->isReady());
    go.set_value();
    reader.join();
    EXPECT_TRUE(made->event->wait().ok());
  }
}

TEST(Devices, ABarrierOfAllHasTheFirstErrorAndIsCancelledWithItsParts) {
  std::atomic<bool> fails{true}, goes{false};
  Machine m(2);
  m.compiler->onRun = [&] {
    if (fails)
      throw std::bad_alloc();
  };
  Tensor x = m.input(0, {1}), a = Machine::op(Opcode::Add, x, x);
  Tensor y = m.input(1, {1, 2}), b = Machine::op(Opcode::Add, y, y);
  EXPECT_EQ(m.all().barrier({.wait = true}).status().code(), absl::StatusCode::kResourceExhausted);
  fails = false;
  m.compiler->onRun = [&] {
    while (!goes)
      std::this_thread::yield();
  };
  Tensor c = Machine::op(Opcode::Multiply, x, x), d = Machine::op(Opcode::Multiply, y, y);
  Tensor e = Machine::op(Opcode::Maximum, x, x);
  ASSERT_TRUE(m.all().barrier({}).ok());
  Tensor f = Machine::op(Opcode::Minimum, x, x); // runs after the work above
  auto made = m.all().barrier({.wait = false, .needEvent = true});
  ASSERT_TRUE(made.ok());
  made->event->cancel();
  goes = true;
  EXPECT_EQ(made->event->wait().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(*Machine::read(c), std::vector<float>{1});
}

// A thread that makes every call on all devices and checks the values.
class DevicesWorker {
public:
  DevicesWorker(Machine& m, unsigned seed) : m_(m), random_(seed) {}

  void step() {
    using Action = void (DevicesWorker::*)();
    static constexpr Action kActions[] = {&DevicesWorker::reads,    &DevicesWorker::evaluates,
                                          &DevicesWorker::barriers, &DevicesWorker::barriersOfAll,
                                          &DevicesWorker::reduces,  &DevicesWorker::cancelsItsOwn};
    (this->*kActions[random_() % std::size(kActions)])();
  }

private:
  bool draw() { return random_() % 2; }
  size_t device() { return random_() % m_.count(); }
  struct Work {
    Tensor tensor;
    std::vector<float> value;
  };
  // Records (x + x) * x on some device, in several sizes, so that there is always something to
  // compile.
  Work work(size_t device) {
    std::vector<float> value(1 + random_() % 3, float(random_() % 8));
    Tensor x = m_.input(device, value);
    Tensor y = Machine::op(Opcode::Multiply, Machine::op(Opcode::Add, x, x), x);
    for (float& v : value)
      v *= 2 * v;
    return {std::move(y), std::move(value)};
  }
  // Another thread may have cancelled the work.
  static void expect(const Work& work) {
    const StatusOr<std::vector<float>> got = Machine::read(work.tensor);
    if (got.ok())
      EXPECT_EQ(*got, work.value);
    else
      EXPECT_TRUE(absl::IsCancelled(got.status())) << got.status();
  }
  static void expectDone(const Status& status) {
    EXPECT_TRUE(status.ok() || absl::IsCancelled(status)) << status;
  }

  void reads() { expect(work(device())); }
  void evaluates() {
    Work one = work(device());
    Result* results[] = {one.tensor.get()};
    expectDone(graphOf(*one.tensor).evaluate(results, {.wait = draw()}).status());
    expect(one);
  }
  void barriers() {
    Work one = work(device());
    expectDone(graphOf(*one.tensor).barrier({.wait = draw(), .needEvent = draw()}).status());
    expect(one);
  }
  void barriersOfAll() {
    Work one = work(device()), other = work(device());
    auto made = m_.all().barrier({.wait = draw(), .needEvent = draw()});
    expectDone(made.status());
    std::atomic<bool> isTold{false};
    if (made.ok() && made->event) {
      made->event->onReady([&](const Status&) { isTold = true; }, this);
      expectDone(made->event->wait());
      while (!isTold)
        std::this_thread::yield();
    }
    expect(one);
    expect(other);
  }
  void reduces() {
    std::vector<Tensor> tensors;
    std::vector<Result*> values;
    for (size_t i = 0; i < m_.count(); ++i) {
      Tensor x = m_.input(i, {float(i), 1});
      tensors.push_back(Machine::op(Opcode::Add, x, x));
      values.push_back(tensors.back().get());
    }
    auto sums = lazy::recordAllReduce({.combine = Opcode::Add, .values = values, .location = {}});
    if (!sums.ok())
      return expectDone(sums.status());
    const auto n = float(m_.count());
    for (Result* sum : *sums)
      expect({Tensor(sum), {n * (n - 1), 2 * n}});
  }
  void cancelsItsOwn() {
    Work one = work(device());
    auto made = m_.all().barrier({.wait = false, .needEvent = true});
    if (!made.ok())
      return expectDone(made.status());
    if (draw())
      made->event->cancel();
    expectDone(made->event->wait());
    expect(one);
  }

  Machine& m_;
  std::minstd_rand random_;
};

// All calls end, whatever they wait for.
TEST(Stress, OfThreeDevicesEndsWhoeverWaitsForWhat) {
  lazy::EngineOptions options;
  options.cacheEntries = 4;
  Machine m(3, std::move(options));
  m.compiler->compileDelay = std::chrono::milliseconds(1);
  std::atomic<bool> stop{false};
  std::atomic<int64_t> steps{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 6; ++t)
    threads.emplace_back([&, t] {
      DevicesWorker worker(m, t + 1);
      for (; !stop; ++steps)
        worker.step();
    });
  std::this_thread::sleep_for(std::chrono::duration<double>(secondsToStress(1)));
  stop = true;
  EXPECT_TRUE(ends(m, [&] {
    for (std::thread& thread : threads)
      thread.join();
  }));
  EXPECT_GT(steps, 0);
  RecordProperty("steps", int(steps));
}

} // namespace
} // namespace lz::test
