// Tests compilations that are cancelled because nothing needs their results any more. Runs under
// TSan.
#include "LazyTest.h"

namespace lz::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLong{60000}, kNone{0};

// A session whose first compilation takes a minute. Threads of the session ask for a value.
class SlowSession : public Session {
public:
  SlowSession() {
    x = input({1, 2});
    compiler->compileDelay = kLong;
  }
  Status compileBeside(const Tensor& y, std::function<void()> meanwhile) {
    Status status = okStatus();
    std::thread thread([&] {
      Result* results[] = {y.get()};
      status = graph->evaluate(results, {.wait = true}).status();
    });
    while (!y->data.load())
      std::this_thread::yield();
    Clock::time_point before = Clock::now();
    meanwhile();
    thread.join();
    EXPECT_LT(Clock::now() - before, kLong / 4);
    return status;
  }
  Tensor x;
};

// In 200 attempts the cancellation comes at different times of the compilation.
TEST(CancelledCompilation, ByItsContext) {
  SlowSession s;
  for (int i = 0; i < 200 && !HasFailure(); ++i) {
    Tensor y = s.add(s.x, s.x);
    Status status = s.compileBeside(y, [&] { s.graph->cancel(); });
    EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
  }
  s.compiler->compileDelay = kNone;
  EXPECT_EQ(s.read(s.add(s.x, s.x)), (std::vector<float>{2, 4}));
}

TEST(CancelledCompilation, ByItsEvent) {
  SlowSession s;
  Tensor y = s.add(s.x, s.x);
  Status status = s.compileBeside(y, [&] { y->data.load()->event()->cancel(); });
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
  EXPECT_EQ(s.graph->valueOf(*y, true).status().code(), absl::StatusCode::kCancelled);
}

TEST(CancelledCompilation, GivesDonatedInputsBack) {
  SlowSession s;
  s.x->donated = true;
  Tensor y = s.add(s.x, s.x);
  EXPECT_FALSE(s.compileBeside(y, [&] { s.graph->cancel(); }).ok());
  s.compiler->compileDelay = kNone;
  EXPECT_EQ(s.read(s.x), (std::vector<float>{1, 2}));
}

// If another thread waits for the same program and is not cancelled, that thread compiles the
// program.
TEST(CancelledCompilation, IsNotThatOfAnotherThread) {
  SlowSession s;
  Tensor y = s.add(s.x, s.x), z = s.add(s.x, s.x);
  Status status = s.compileBeside(y, [&] {
    Status other = okStatus();
    std::thread thread([&] {
      Result* results[] = {z.get()};
      other = s.graph->evaluate(results, {.wait = true}).status();
    });
    while (!z->data.load())
      std::this_thread::yield();
    s.compiler->compileDelay = kNone;
    y->data.load()->event()->cancel();
    thread.join();
    EXPECT_TRUE(other.ok()) << other;
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(s.read(z), (std::vector<float>{2, 4}));
}

} // namespace
} // namespace lz::test
