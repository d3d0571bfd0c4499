// Gradients pass through reads, evaluations and automatic barriers. An explicit barrier ends the
// histories of the values that it computes. If a gradient would have to follow a history that has
// ended, the gradient is refused, and the error names the op of the value.
#include "GradientTesting.h"

namespace lz::test {
namespace {

constexpr auto kRefused = absl::StatusCode::kFailedPrecondition;

// h = w * w and loss = h * h + w, so dloss/dw = 4 w^3 + 1, which is 109 for w = 3.
struct Loss {
  Tensor w, h, hh, loss;
  explicit Loss(Session& s, const std::function<void(const Tensor& h)>& afterH = {},
                const std::function<void(const Tensor& hh)>& afterHh = {})
      : w(s.input({3})), h(s.multiply(w, w, 11)) {
    if (afterH)
      afterH(h);
    hh = s.multiply(h, h, 12);
    if (afterHh)
      afterHh(hh);
    loss = s.add(hh, w, 13);
  }
};

TEST(History, AReadChangesNoGradient) {
  Session s;
  Loss first(s, [&](const Tensor& h) { EXPECT_EQ(s.read(h), (std::vector<float>{9})); });
  EXPECT_EQ(gradientAt(s, first.loss, first.w), 109);
  Loss second(s, {}, [&](const Tensor& hh) { EXPECT_EQ(s.read(hh), (std::vector<float>{81})); });
  EXPECT_EQ(gradientAt(s, second.loss, second.w), 109);
  Loss third(s);
  EXPECT_EQ(s.read(third.loss), (std::vector<float>{84}));
  EXPECT_EQ(gradientAt(s, third.loss, third.w), 109);
}

TEST(History, AnEvaluationChangesNoGradient) {
  Session s;
  Loss l(s, [&](const Tensor& h) {
    Result* one[] = {h.get()};
    EXPECT_TRUE(s.graph->evaluate(one, {.wait = true}).ok());
  });
  EXPECT_EQ(gradientAt(s, l.loss, l.w), 109);
}

TEST(History, AnAutomaticBarrierChangesNoGradient) {
  lazy::EngineOptions options;
  options.maxPendingOps = 2;
  Session s(options);
  Loss l(s);
  EXPECT_GT(s.counters().autoBarriers, 0);
  EXPECT_EQ(gradientAt(s, l.loss, l.w), 109);
}

TEST(History, OpByOpGivesTheSameGradient) {
  lazy::EngineOptions options;
  options.opByOp = true;
  Session s(options);
  Loss l(s);
  EXPECT_EQ(gradientAt(s, l.loss, l.w), 109);
}

TEST(History, AnAutomaticBarrierNeverDonates) {
  lazy::EngineOptions options;
  options.maxPendingOps = 1;
  Session s(options);
  Tensor w = s.input({3}), h = s.multiply(w, w);
  Tensor square = s.multiply(h, h);
  h.reset();
  EXPECT_EQ(s.counters().donatedInputs, 0);
  EXPECT_EQ(gradientAt(s, square, w), 108);
}

TEST(History, ABarrierIsRefusedByNameOfTheValueItCut) {
  Session s;
  Loss l(s, [&](const Tensor&) { EXPECT_TRUE(s.barrier().ok()); });
  Status status = tryGradients(s, {l.loss.get()}, {}, {l.w.get()}).status();
  EXPECT_EQ(status.code(), kRefused) << status;
  EXPECT_EQ(opOf(status), "multiply");
  EXPECT_EQ(locationOf(status), "test.c:11");
  EXPECT_NE(status.message().find("argument 0"), absl::string_view::npos) << status;
  EXPECT_NE(status.message().find("lz_stop_gradient"), absl::string_view::npos) << status;
}

TEST(History, ABarrierThatFollowsARead) {
  Session s;
  Loss l(s, [&](const Tensor& h) {
    s.read(h);
    EXPECT_TRUE(s.barrier().ok());
  });
  EXPECT_EQ(tryGradients(s, {l.loss.get()}, {}, {l.w.get()}).status().code(), kRefused);
}

// h has no handle at the barrier, but it is still known that h was computed from w.
TEST(History, WhatIsBehindAValueWithoutAHandleIsKnown) {
  Session s;
  Tensor w = s.input({3}), h = s.multiply(w, w), k = s.multiply(h, h);
  s.read(k);
  h.reset();
  ASSERT_TRUE(s.barrier().ok());
  Tensor m = s.multiply(k, k);
  k.reset();
  ASSERT_TRUE(s.barrier().ok());
  Tensor loss = s.add(m, w);
  EXPECT_EQ(tryGradients(s, {loss.get()}, {}, {w.get()}).status().code(), kRefused);
}

TEST(History, AStoppedGradientIsNotRefusedAndTreatedAsAConstant) {
  Session s;
  Tensor w = s.input({3}), h = s.multiply(w, w);
  ASSERT_TRUE(s.barrier().ok());
  Tensor c = stopGradient(s, h);
  Tensor loss = s.add(s.multiply(c, w), w);
  EXPECT_EQ(gradientAt(s, loss, w), 10);
}

TEST(History, IntegersHideNothing) {
  Session s;
  Tensor w = s.input({3.5f});
  TensorType whole{DType::S32, {1}}, real{DType::F32, {1}};
  Tensor n = *s.tryOp(Opcode::Convert, {w.get()}, {}, &whole);
  Tensor c = *s.tryOp(Opcode::Convert, {n.get()}, {}, &real);
  Tensor f = *s.tryOp(Opcode::Floor, {w.get()});
  ASSERT_TRUE(s.barrier().ok());
  EXPECT_EQ(gradientAt(s, s.multiply(s.multiply(w, c), f), w), 9);
}

TEST(History, ResultsOfARunAreRefusedByName) {
  Session s;
  Tensor w = s.input({3}), h = s.multiply(w, w);
  lazy::Function f(*s.graph, "double");
  Tensor x = Session::first(f.addParameter({DType::F32, {1}}));
  Tensor y = s.add(x, x);
  Result* result = y.get();
  ASSERT_TRUE(f.finish({&result, 1}).ok());
  auto executable = s.engine->compile(f.body()->program, {});
  ASSERT_TRUE(executable.ok());
  Result* sources[] = {h.get()};
  auto value = s.graph->valueOf(*h, true);
  auto nodes = s.graph->run(*executable, {*value}, sources, {0}, true);
  ASSERT_TRUE(nodes.ok());
  Tensor ran(&(*nodes)[0]->result(0));
  h.reset(); // h has its value before the barrier, which therefore does not end the history of h
  Tensor loss = s.add(ran, w);
  Status status = tryGradients(s, {loss.get()}, {}, {w.get()}).status();
  EXPECT_EQ(status.code(), kRefused) << status;
  EXPECT_EQ(opOf(status), "lz_executable_run");
  Tensor other = s.input({1});
  EXPECT_EQ(gradientAt(s, s.multiply(ran, other), other), 18);
}

TEST(History, OfALoopThatOnlyReadsIsBounded) {
  Session s;
  Tensor x = s.input(std::vector<float>(1000, 0));
  int64_t before = s.graph->device().allocator()->liveBytes();
  for (int i = 0; i < 2000; ++i) {
    x = s.add(x, x);
    s.read(x);
  }
  EXPECT_LE(s.graph->history().size(), 300);
  EXPECT_LE(s.graph->device().allocator()->liveBytes(), before + 300 * 4096);
}

TEST(History, OverItsLimitsEndsAsAtABarrier) {
  for (bool bytes : {false, true}) {
    lazy::EngineOptions options;
    (bytes ? options.maxHistoryBytes : options.maxHistoryOps) = bytes ? 1 << 24 : 500;
    Session s(options);
    Tensor w = s.input(std::vector<float>(bytes ? 10000 : 1, 1));
    Tensor x = s.multiply(w, w);
    for (int i = 0; i < 2000; ++i) {
      x = s.multiply(x, w);
      s.read(x);
    }
    EXPECT_LE(s.graph->history().size(), 1100);
    EXPECT_LE(s.graph->device().allocator()->liveBytes(), 48 << 20);
    Tensor ones = s.input(std::vector<float>(bytes ? 10000 : 1, 1));
    Tensor loss = s.multiply(x, w);
    EXPECT_EQ(tryGradients(s, {loss.get()}, {ones.get()}, {w.get()}).status().code(), kRefused);
  }
}

TEST(History, ManyLiveHandlesStayLinear) {
  Session s;
  std::vector<Tensor> all{s.input({1})};
  for (int i = 0; i < 20'000; ++i)
    all.push_back(s.add(all.back(), all.back()));
  ASSERT_TRUE(s.barrier().ok());
  Tensor loss = s.multiply(all.back(), all.front());
  EXPECT_EQ(tryGradients(s, {loss.get()}, {}, {all.front().get()}).status().code(), kRefused);
  Tensor last = all.back();
  all.clear();
  EXPECT_EQ(gradientAt(s, s.add(last, last), last), 2);
}

// An origin records from which tensors a value was computed. When the tensors between two values
// are freed, the origin of the later value takes over the entries of the freed ones.
TEST(History, OriginsStayFlatOver5000Steps) {
  for (bool releaseLate : {false, true}) {
    Session s;
    Tensor w = s.input({1}), base = s.input({0.5f}), previous;
    for (int step = 0; step < 5000; ++step) {
      Tensor next = s.add(s.multiply(w, base), base);
      if (releaseLate)
        previous = w;
      w = next;
      next.reset();
      ASSERT_TRUE(s.barrier().ok());
    }
    EXPECT_LE(s.graph->origins().size(), 3100u);
    EXPECT_EQ(tryGradients(s, {s.multiply(w, base).get()}, {}, {base.get()}).status().code(),
              kRefused);
  }
}

// Each step computes a parameter from all the others. Without collections, the walk of each step
// would visit the origins of all earlier steps.
TEST(History, StepsOfManyParametersAreCollectedSoon) {
  constexpr size_t kParameters = 40;
  Session s;
  std::vector<Tensor> parameters;
  for (size_t i = 0; i < kParameters; ++i)
    parameters.push_back(s.input({float(i)}));
  for (int step = 0; step < 12; ++step) {
    std::vector<Tensor> next;
    for (size_t i = 0; i < kParameters; ++i) {
      Tensor sum = parameters[(i + 1) % kParameters];
      for (size_t j = 2; j < kParameters; ++j) // adds all parameters but number i
        sum = s.add(sum, parameters[(i + j) % kParameters]);
      next.push_back(std::move(sum));
    }
    parameters = std::move(next);
    ASSERT_TRUE(s.barrier().ok());
    EXPECT_LE(s.graph->origins().size(), 6 * kParameters) << "after step " << step;
  }
}

// The barrier could not compute the value. So a gradient with respect to the value is an error, not
// "unused", and not zeros.
TEST(History, ALostValueIsRefusedByNameOfTheOpThatWasLost) {
  Session s;
  Tensor w = s.input({3}), v = s.input({5}), gone = s.input({1});
  gone->donated = true;
  Tensor taker = s.add(gone, gone);
  ASSERT_TRUE(s.barrier().ok());
  Tensor lost;
  {
    Tensor hidden = s.multiply(w, w, 4);
    lost = s.multiply(hidden, gone, 5);
  }
  Tensor worse = s.add(lost, v, 6);
  ASSERT_TRUE(s.barrier().ok());
  Tensor loss = s.multiply(worse, worse, 7), beside = s.add(lost, v, 8);
  for (bool allowUnused : {false, true}) {
    Status status = tryGradients(s, {loss.get()}, {}, {w.get()}, allowUnused).status();
    EXPECT_EQ(status.code(), kRefused) << status;
    EXPECT_EQ(opOf(status), "multiply");
    EXPECT_EQ(locationOf(status), "test.c:5");
    EXPECT_NE(status.message().find("lost"), absl::string_view::npos) << status;
  }
  // A tensor that the lost value does not depend on has a gradient.
  EXPECT_EQ(gradientAt(s, beside, v), 1);
  EXPECT_EQ(tryGradients(s, {loss.get()}, {}, {v.get()}).status().code(), kRefused);
}

TEST(History, ALossThatARunFoundOutIsNamedByItsOp) {
  runtime::DeviceOptions small;
  small.memory.limitBytes = 1 << 20;
  Session s({}, small);
  TensorType many{DType::F32, {1 << 19}};
  Tensor w = s.input({3}, {}),
         wide = *s.tryOp(Opcode::BroadcastInDim, {w.get()}, {Ints{}}, &many, {}, 5);
  ASSERT_FALSE(s.barrier().ok());
  Tensor first = s.slice(wide, 1), loss = s.multiply(first, first, 7);
  Status status = tryGradients(s, {loss.get()}, {}, {w.get()}).status();
  EXPECT_EQ(status.code(), kRefused) << status;
  EXPECT_EQ(opOf(status), "broadcast_in_dim");
  EXPECT_EQ(locationOf(status), "test.c:5");
  EXPECT_NE(status.message().find("lost"), absl::string_view::npos) << status;
}

} // namespace
} // namespace lz::test
