// Eight threads make all kinds of calls on one context at once, and check every result. Runs under
// TSan. LAZULI_STRESS_SECONDS sets how long.
#include "LazyTest.h"
#include "lazy/gradient/Gradients.h"

#include <array>
#include <random>

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
// Abseil from the distribution is not instrumented. TSan sees that Lazuli copies a status, and that
// the last copy frees the shared message. It does not see the reference count that orders the copy
// before the free, so it would report a race. Only Unref, which drops a reference, is suppressed,
// also where it is inlined. If two threads write and read a Status without order, TSan still
// reports it, because the read comes before Unref.
extern "C" const char* __tsan_default_suppressions() {
  return "race:^Unref$\nrace:absl::*Status::Unref";
}
#endif
#endif

namespace lz::test {
namespace {

// A tensor with the value that it must have.
struct Known {
  Tensor tensor;
  std::vector<float> value;
};

// Passes tensors to other threads, which use and release them.
class Mailbox {
public:
  Known exchange(Known known) {
    std::lock_guard lock(mutex_);
    std::swap(known, held_);
    return known;
  }

private:
  std::mutex mutex_;
  Known held_;
};

class Worker {
public:
  Worker(Session& s, Mailbox& mailbox, const Known& shared, lazy::ExecutableRef doubles,
         unsigned seed)
      : s_(s), mailbox_(mailbox), shared_(shared), doubles_(std::move(doubles)), random_(seed) {}

  void step() {
    using Action = void (Worker::*)();
    static constexpr std::array<Action, 10> kActions = {
        &Worker::reads,      &Worker::evaluates,    &Worker::chains, &Worker::trains,
        &Worker::donates,    &Worker::exchanges,    &Worker::runs,   &Worker::loses,
        &Worker::losesLater, &Worker::usesTheShared};
    (this->*kActions[random_() % kActions.size()])();
  }
  // The number of gradients that were computed. All of them were right.
  int64_t gradients() const { return gradients_; }

private:
  float draw() { return float(random_() % 64); }
  // There are two sizes, so threads share programs, but new ones are compiled now and then.
  Known input() {
    std::vector<float> value(2 + random_() % 2, draw());
    value[1] = draw();
    return {s_.input(value), value};
  }
  static std::vector<float> map(std::vector<float> values, float (*f)(float)) {
    std::transform(values.begin(), values.end(), values.begin(), f);
    return values;
  }
  void expect(const Tensor& tensor, const std::vector<float>& value) {
    EXPECT_EQ(s_.read(tensor), value);
  }
  void barrier() { EXPECT_TRUE(s_.barrier(random_() % 2).ok()); }

  void reads() {
    Known x = input();
    expect(s_.multiply(s_.add(x.tensor, x.tensor), x.tensor),
           map(x.value, [](float v) { return 2 * v * v; }));
  }
  void evaluates() {
    Known x = input();
    Tensor y = s_.add(x.tensor, x.tensor), z = s_.multiply(y, y);
    Result* results[] = {y.get()};
    EXPECT_TRUE(s_.graph->evaluate(results, {.wait = random_() % 2 == 0}).ok());
    y->data.load()->event()->wait().IgnoreError();
    expect(z, map(x.value, [](float v) { return 4 * v * v; }));
    expect(y, map(x.value, [](float v) { return 2 * v; }));
  }
  void chains() {
    Known x = input();
    Tensor y = x.tensor;
    int length = 1 + int(random_() % 40);
    for (int i = 0; i < length; ++i) {
      y = s_.add(y, x.tensor);
      if (random_() % 8 == 0)
        barrier();
    }
    std::vector<float> sum = x.value;
    for (float& v : sum)
      v *= float(length + 1);
    expect(y, sum);
  }
  // Computes a gradient while other threads make barriers. The gradient is right, or refused
  // because a barrier came between recording and differentiating.
  void trains() {
    Known x = input();
    Tensor ones = s_.input(std::vector<float>(x.value.size(), 1));
    Tensor y = s_.multiply(x.tensor, x.tensor);
    Result *output = y.get(), *cotangent = ones.get(), *argument = x.tensor.get();
    auto gradients = lazy::recordGradients(
        *s_.graph, {{&output, 1}, {&cotangent, 1}, {&argument, 1}, /*allowUnused=*/false});
    if (!gradients.ok()) {
      EXPECT_EQ(gradients.status().code(), absl::StatusCode::kFailedPrecondition);
      EXPECT_NE(gradients.status().message().find("whose history ended at a barrier"),
                absl::string_view::npos)
          << gradients.status();
      return;
    }
    ++gradients_;
    Tensor gradient((*gradients)[0]);
    barrier();
    expect(gradient, map(x.value, [](float v) { return 2 * v; }));
  }
  void donates() {
    Known x = input();
    x.tensor->donated = true;
    Tensor y = s_.add(x.tensor, x.tensor);
    x.tensor.reset();
    barrier();
    expect(y, map(x.value, [](float v) { return 2 * v; }));
  }
  void exchanges() {
    Known x = input();
    Known other = mailbox_.exchange(
        {s_.add(x.tensor, x.tensor), map(x.value, [](float v) { return 2 * v; })});
    if (other.tensor.get())
      expect(s_.multiply(other.tensor, other.tensor),
             map(other.value, [](float v) { return v * v; }));
  }
  void runs() {
    std::vector<float> value = {draw(), draw()};
    Tensor x = s_.input(value);
    auto data = s_.graph->valueOf(*x, false);
    ASSERT_TRUE(data.ok());
    Result* sources[] = {x.get()};
    auto nodes = s_.graph->run(doubles_, {*data}, sources, {uint8_t(random_() % 2)}, random_() % 2);
    ASSERT_TRUE(nodes.ok()) << nodes.status();
    expect(Tensor(&(*nodes)[0]->result(0)), map(value, [](float v) { return 2 * v; }));
  }
  // Records a tensor that can never be computed, while all threads make barriers.
  void loses() {
    Known x = input();
    auto data = s_.graph->valueOf(*x.tensor, false);
    if (!data.ok() || x.value.size() != 2)
      return;
    auto nodes = s_.graph->run(doubles_, {*data}, {}, {1}, /*wait=*/true);
    ASSERT_TRUE(nodes.ok());
    Tensor kept(&(*nodes)[0]->result(0));
    Tensor bad = s_.add(x.tensor, x.tensor);
    barrier();
    EXPECT_EQ(s_.graph->valueOf(*bad, true).status().code(), absl::StatusCode::kFailedPrecondition);
  }
  // Records a tensor whose operand fails only after the cut, so at the cut it is not known to be
  // lost. No barrier reports the error.
  void losesLater() {
    Tensor x = s_.input({draw(), draw()});
    auto data = s_.graph->valueOf(*x, false);
    ASSERT_TRUE(data.ok());
    auto taker = s_.graph->run(doubles_, {*data}, {}, {1}, /*wait=*/true);
    ASSERT_TRUE(taker.ok());
    Tensor kept(&(*taker)[0]->result(0)), bad = s_.add(x, x);
    auto lost = s_.graph->valueOf(*bad, false);
    ASSERT_TRUE(lost.ok()) << lost.status();
    auto nodes = s_.graph->run(doubles_, {*lost}, {}, {0}, /*wait=*/false);
    ASSERT_TRUE(nodes.ok()) << nodes.status();
    Tensor worse(&(*nodes)[0]->result(0)), worst = s_.add(worse, worse);
    barrier();
    EXPECT_EQ(s_.graph->valueOf(*worst, true).status().code(),
              absl::StatusCode::kFailedPrecondition);
  }
  void usesTheShared() {
    expect(s_.add(shared_.tensor, shared_.tensor),
           map(shared_.value, [](float v) { return 2 * v; }));
  }

  Session& s_;
  Mailbox& mailbox_;
  const Known& shared_;
  lazy::ExecutableRef doubles_;
  std::minstd_rand random_;
  int64_t gradients_ = 0;
};

TEST(Stress, EightThreadsDoEverythingAtOnce) {
  lazy::EngineOptions options;
  options.cacheEntries = 8; // so that programs are compiled all the time
  Session s(std::move(options));
  s.compiler->compileDelay = std::chrono::milliseconds(1);
  int64_t steps = 0, gradients = 0;
  {
    Known shared{s.input({1, 2}), {1, 2}};
    auto program = [&] {
      Tensor x = s.input({1, 2}), y = s.add(x, x);
      return s.graph->barrier({.wait = true});
    }();
    ASSERT_TRUE(program.ok());
    lazy::ExecutableRef doubles = *program->segments[0].program->executable();
    Mailbox mailbox;
    std::atomic<bool> stop{false};
    std::atomic<int64_t> count{0}, trained{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        Worker worker(s, mailbox, shared, doubles, t + 1);
        for (; !stop; ++count)
          worker.step();
        trained += worker.gradients();
      });
    std::this_thread::sleep_for(std::chrono::duration<double>(secondsToStress(2)));
    stop = true;
    for (std::thread& thread : threads)
      thread.join();
    steps = count, gradients = trained;
  }
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_GT(steps, 0);
  EXPECT_GT(gradients, 0);
  RecordProperty("steps", int(steps));
  EXPECT_EQ(s.graph->liveTensors(), 0);
  EXPECT_EQ(s.graph->pendingOps(), 0);
  EXPECT_EQ(s.graph->device().allocator()->liveBytes(), 0);
}

} // namespace
} // namespace lz::test
