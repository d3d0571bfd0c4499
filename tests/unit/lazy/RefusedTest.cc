// If the compiler refuses a program, the parts that it accepts are computed.
#include "LazyTest.h"

namespace lz::test {
namespace {

enum class Names { Nothing, Op, Place };

// A session whose compiler refuses every program with a tanh. The parameter says whether the error
// names the first tanh.
class Refused : public testing::TestWithParam<Names> {
protected:
  Refused() {
    s.compiler->refuse = [](const Program& program) {
      for (const Op& op : program.body.ops)
        if (op.opcode == Opcode::Tanh)
          return refusal(program, op);
      return okStatus();
    };
  }

  static Status refusal(const Program& program, const Op& op) {
    Status status = unimplemented("no tanh");
    if (GetParam() == Names::Op)
      status = withOp(status, "stablehlo.tanh");
    if (GetParam() != Names::Nothing && op.location >= 0)
      status = withLocation(status, program.locations[size_t(op.location)]);
    return status;
  }

  Tensor tanh(const Tensor& x, int line) {
    return *s.tryOp(Opcode::Tanh, {x.get()}, {}, nullptr, {}, line);
  }
  void expectRefused(const Tensor& x, int line) {
    EXPECT_FALSE(s.graph->isPending(*x));
    Status status = s.graph->valueOf(*x, true).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented) << status;
    if (GetParam() != Names::Nothing) {
      EXPECT_EQ(opOf(status), "tanh");
      EXPECT_EQ(locationOf(status), absl::StrCat("test.c:", line));
    }
    EXPECT_EQ(x->data.load()->failure(), status);
  }

  Session s;
};
INSTANTIATE_TEST_SUITE_P(Names, Refused, testing::Values(Names::Nothing, Names::Op, Names::Place));

using Floats = std::vector<float>;

TEST_P(Refused, OneOfTwoIndependentResultsIsComputed) {
  Tensor x = s.input({1, 2}), y = s.input({3, 4});
  Tensor bad = tanh(x, 5), good = s.add(y, y, 6);
  EXPECT_EQ(s.barrier().code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(s.read(good), (Floats{6, 8}));
  expectRefused(bad, 5);
  EXPECT_EQ(s.graph->pendingOps(), 0);
  EXPECT_TRUE(s.barrier().ok());
}

TEST_P(Refused, WhatSharesAnAncestorWithItIsComputed) {
  Tensor x = s.input({1, 2});
  Tensor shared = s.multiply(x, x, 4), bad = tanh(shared, 5), good = s.add(shared, x, 6);
  Tensor worse = s.add(bad, good, 7);
  EXPECT_FALSE(s.barrier().ok());
  EXPECT_EQ(s.read(shared), (Floats{1, 4}));
  EXPECT_EQ(s.read(good), (Floats{2, 6}));
  expectRefused(bad, 5);
  expectRefused(worse, 5);
}

TEST_P(Refused, ASharedAncestorFailsAllThatNeedItAndNothingElse) {
  Tensor x = s.input({1, 2});
  Tensor bad = tanh(x, 5), one = s.add(bad, x, 6), two = s.multiply(bad, x, 7);
  Tensor good = s.multiply(x, x, 8);
  bad.reset();
  EXPECT_FALSE(s.barrier().ok());
  EXPECT_EQ(s.read(good), (Floats{1, 4}));
  expectRefused(one, 5);
  expectRefused(two, 5);
}

TEST_P(Refused, EveryResultHasTheErrorOfItsOwnOp) {
  Tensor x = s.input({1, 2}), y = s.input({3, 4});
  Tensor one = tanh(x, 5), two = tanh(y, 6), three = s.add(two, y, 7), good = s.add(x, y, 8);
  EXPECT_FALSE(s.barrier().ok());
  expectRefused(one, 5);
  expectRefused(two, 6);
  expectRefused(three, 6);
  EXPECT_EQ(s.read(good), (Floats{4, 6}));
}

TEST_P(Refused, DonatedInputsAreTheCallersAgain) {
  Tensor a = s.input({1, 2}), b = s.input({3, 4});
  a->donated = b->donated = true;
  Tensor bad = tanh(a, 5), good = s.add(b, b, 6);
  EXPECT_FALSE(s.barrier().ok());
  EXPECT_EQ(s.read(good), (Floats{6, 8}));
  expectRefused(bad, 5);
  EXPECT_EQ(s.read(a), (Floats{1, 2}));
  EXPECT_EQ(s.read(b), (Floats{3, 4}));
  EXPECT_EQ(s.counters().donatedInputs, 0);
}

TEST_P(Refused, ResultsOfOneOpFailTogetherOrAreAllComputed) {
  auto both = [&](const Tensor& x, const Tensor& y) {
    Result* operands[] = {x.get(), y.get()};
    Node* node = *s.graph->record(
        {.opcode = Opcode::OptimizationBarrier, .operands = operands, .attrs = {}, .location = {}});
    return std::pair(Tensor(&node->result(0)), Tensor(&node->result(1)));
  };
  Tensor x = s.input({1, 2}), bad = tanh(x, 5);
  auto [lost, lostToo] = both(bad, x);
  auto [first, second] = both(s.add(x, x, 6), x);
  bad.reset();
  EXPECT_FALSE(s.barrier().ok());
  expectRefused(lost, 5);
  expectRefused(lostToo, 5);
  EXPECT_EQ(s.read(first), (Floats{2, 4}));
  EXPECT_EQ(s.read(second), (Floats{1, 2}));
}

TEST_P(Refused, WhatIsRecordedLaterNeedsOnlyWhatIsThere) {
  Tensor x = s.input({1, 2}), bad = tanh(x, 5), good = s.add(x, x, 6);
  EXPECT_FALSE(s.barrier().ok());
  Tensor more = s.add(good, x, 7), none = s.add(bad, x, 8);
  EXPECT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.read(more), (Floats{3, 6}));
  expectRefused(none, 5);
}

TEST_P(Refused, AProgramThatWasRefusedIsTriedAgain) {
  Tensor x = s.input({1, 2});
  Tensor bad = tanh(x, 5), good = s.add(x, x, 6);
  EXPECT_FALSE(s.barrier().ok());
  s.compiler->refuse = nullptr;
  Tensor fine = tanh(x, 5), alsoFine = s.add(x, x, 6);
  EXPECT_TRUE(s.barrier().ok());
  EXPECT_EQ(s.read(fine).size(), 2u);
}

// If the error names the op, one more compilation is needed. Otherwise, finding the op takes about
// 2 log2 n compilations for n ops.
TEST_P(Refused, FewCompilationsFindIt) {
  Tensor x = s.input({1, 2});
  std::vector<Tensor> good;
  for (int i = 0; i < 100; ++i)
    good.push_back(s.add(x, s.constant(float(i), {2}), i + 10));
  Tensor bad = tanh(x, 5);
  EXPECT_FALSE(s.barrier().ok());
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(s.read(good[size_t(i)])[0], float(1 + i));
  expectRefused(bad, 5);
  EXPECT_LE(s.counters().compiles, GetParam() == Names::Nothing ? 16 : 2);
}

// The error names an op and a place that two ops have.
TEST_P(Refused, OpsOfOneNameAndPlaceAreToldApart) {
  s.compiler->refuse = [](const Program& program) {
    for (const Op& op : program.body.ops)
      if (op.opcode == Opcode::Add && program.type(op.results[0]).dims[0] == 3)
        return withOp(unimplemented("no add of three"), "add");
    return okStatus();
  };
  Tensor x = s.input({1, 2}), y = s.input({1, 2, 3});
  Tensor good = s.add(x, x, 5), bad = s.add(y, y, 5);
  EXPECT_FALSE(s.barrier().ok());
  EXPECT_EQ(s.read(good), (Floats{2, 4}));
  EXPECT_FALSE(s.graph->valueOf(*bad, true).ok());
}

// The cut has several programs, and the second one needs results of the first.
TEST_P(Refused, LaterProgramsOfTheCutComputeWhatTheyHaveInputsFor) {
  lazy::EngineOptions options;
  options.maxSegmentOps = 4;
  Session cut(options);
  cut.compiler->refuse = s.compiler->refuse;
  Tensor x = cut.input({1, 2});
  Tensor bad = *cut.tryOp(Opcode::Tanh, {x.get()}, {}, nullptr, {}, 5), good = cut.add(x, x, 6);
  std::vector<Tensor> bads, goods;
  for (int i = 0; i < 12; ++i) {
    bad = cut.add(bad, x, 7), good = cut.add(good, x, 8);
    bads.push_back(bad), goods.push_back(good);
  }
  EXPECT_FALSE(cut.barrier().ok());
  EXPECT_GT(cut.counters().cacheMisses, 2);
  for (size_t i = 0; i < goods.size(); ++i) {
    EXPECT_EQ(cut.read(goods[i]), (Floats{float(3 + i), float(6 + 2 * i)}));
    Status status = cut.graph->valueOf(*bads[i], true).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented) << status;
    if (GetParam() != Names::Nothing)
      EXPECT_EQ(locationOf(status), "test.c:5");
  }
}

TEST_P(Refused, NothingIsLeftBehind) {
  {
    Tensor x = s.input({1, 2});
    x->donated = true;
    Tensor bad = tanh(x, 5), good = s.add(x, x, 6);
    EXPECT_FALSE(s.barrier().ok());
  }
  s.graph->device().stream().synchronize();
  EXPECT_EQ(s.graph->device().allocator()->liveBytes(), 0);
}

} // namespace
} // namespace lz::test
