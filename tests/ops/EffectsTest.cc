// Makes random programs with host calls in all kinds of bodies. However a program is run, it must
// make exactly the calls that its text says, in their order. Its gradient must make no further
// calls.
//
// LAZULI_CHAINS sets the number of programs, and LAZULI_SEED selects another sequence.
#include "Harness.h"
#include "RandomEffects.h"
#include "absl/strings/match.h"
#include "autodiff/Gradient.h"
#include "exec/HostCalls.h"
#include "gtest/gtest.h"
#include "lazy/context/Devices.h"
#include "lazy/context/Replay.h"
#include "lazy/gradient/Gradients.h"

#include <cstring>

namespace lz::test {
namespace {

// A host call that returns its operand, and appends the number in its attributes to a journal.
class Writes final : public exec::HostCall {
public:
  Writes(std::string name, bool hasEffects, std::vector<int64_t>& journal)
      : HostCall(std::move(name), {.hasEffects = hasEffects}), journal_(journal) {}

  Status run(const exec::CallArgs& args) const override {
    journal_.push_back(std::stoll(args.signature.attrsOf<exec::HostCallAttrs>().text));
    if (!args.signature.results.empty())
      std::memcpy(args.result(0).data, args.operand(0).data,
                  size_t(args.signature.results[0].numBytes()));
    return okStatus();
  }

private:
  std::vector<int64_t>& journal_;
};

using Outputs = StatusOr<std::vector<Literal>>;

// Runs programs in several ways. All ways share a compiler and the host functions.
class Ways {
public:
  Ways() : compiler_(compiler::makeCompiler()), options_(modeOptions()) {
    options_.hostCalls = std::make_shared<exec::HostCalls>();
    EXPECT_TRUE(options_.hostCalls->add(std::make_shared<Writes>("effect", true, journal)).ok());
    EXPECT_TRUE(options_.hostCalls->add(std::make_shared<Writes>("pure", false, journal)).ok());
  }

  Outputs compiled(const Program& program, const Arguments& args) const {
    return runCompiled(program, args, options_);
  }
  Outputs unoptimized(const Program& program, const Arguments& args) const {
    compiler::CompileOptions options = options_;
    options.disabled = {"fusion", "canonicalize", "cse", "unroll-loops", "dce"};
    return runCompiled(program, args, options);
  }
  Outputs strict(const Program& program, const Arguments& args) const {
    compiler::CompileOptions options = options_;
    options.numerics = compiler::Numerics::Strict;
    return runCompiled(program, args, options);
  }
  Outputs loaded(const Program& program, const Arguments& args) const {
    return runLoaded(program, args, options_);
  }
  Outputs fromText(const Program& program, const Arguments& args) const {
    LZ_ASSIGN_OR_RETURN(const std::string text, compiler::printModule(program));
    LZ_ASSIGN_OR_RETURN(const Program again, compiler::parseModule(text, "effects"));
    return runCompiled(again, args, options_);
  }
  Outputs recorded(const Program& program, const Arguments& args) const {
    return recording(program, args, engineOptions(), nullptr);
  }
  Outputs opByOp(const Program& program, const Arguments& args) const {
    return recording(program, args, engineOptions(/*opByOp=*/true), nullptr);
  }
  Outputs inSegments(const Program& program, const Arguments& args) const {
    lazy::EngineOptions options = engineOptions();
    options.maxSegmentOps = 4;
    return recording(program, args, std::move(options), nullptr);
  }
  // Also computes the gradient of the sum of the result with respect to the first argument.
  Outputs recordedGradient(const Program& program, const Arguments& args, bool opByOp) const {
    Outputs gradient;
    Outputs values = recording(program, args, engineOptions(opByOp), &gradient);
    LZ_RETURN_IF_ERROR(values.status());
    LZ_RETURN_IF_ERROR(gradient.status());
    values->push_back(gradient->front());
    return values;
  }

  mutable std::vector<int64_t> journal;

private:
  lazy::EngineOptions engineOptions(bool opByOp = false) const {
    lazy::EngineOptions options;
    options.compile = options_;
    options.opByOp = opByOp;
    return options;
  }

  // If `gradient` is not nullptr, the gradient is recorded too, and `gradient` receives its value
  // or its error.
  Outputs recording(const Program& program, const Arguments& args, lazy::EngineOptions options,
                    Outputs* gradient) const {
    auto engine = std::make_shared<lazy::Engine>(std::move(options), compiler_);
    const Ref<lazy::Graph> graph =
        lazy::Devices::create(engine, {runtime::Device::host({.threads = 1})});
    const lazy::ReplayPlan plan(program, 0, engine->locations);
    std::vector<lazy::Result*> handles;
    std::vector<lazy::Value> values(program.types.size());
    for (size_t i = 0; i < args.size(); ++i) {
      LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage,
                          graph->device().allocate(args[i].type().numBytes()));
      std::memcpy(storage->mutableData(), args[i].data(), size_t(args[i].type().numBytes()));
      LZ_ASSIGN_OR_RETURN(
          lazy::Node * node,
          graph->fromData(lazy::Data::ready(std::move(storage), true), args[i].type()));
      values[size_t(program.body.params[i])] = {Ref<lazy::Node>::share(node), 0};
      handles.push_back(&node->result(0));
    }
    lazy::Result* const argument = handles.front();
    lazy::Replay replay(*graph, plan, values);
    LZ_RETURN_IF_ERROR(replay.record());
    LZ_ASSIGN_OR_RETURN(lazy::Result * result, replay.take(program.body.results[0]));
    handles.push_back(result);
    lazy::Result* slope = nullptr;
    if (gradient) {
      StatusOr<std::vector<lazy::Result*>> slopes =
          recordGradients(*graph, {.outputs = {&result, 1},
                                   .cotangents = {&argument, 1},
                                   .arguments = {&argument, 1},
                                   .allowUnused = true});
      if (slopes.ok())
        handles.push_back(slope = slopes->front());
      else
        *gradient = slopes.status();
    }
    Outputs outputs = std::vector<Literal>();
    Status status = graph->barrier({.wait = true}).status();
    if (status.ok())
      outputs->push_back(*read(*graph, *result));
    if (status.ok() && slope)
      *gradient = std::vector<Literal>{*read(*graph, *slope)};
    for (lazy::Result* handle : handles)
      graph->releaseHandle(*handle);
    return status.ok() ? outputs : status;
  }

  static StatusOr<Literal> read(lazy::Graph& graph, lazy::Result& result) {
    LZ_ASSIGN_OR_RETURN(const Ref<lazy::Data> data, graph.valueOf(result, /*wait=*/true));
    return Literal::copyOf(result.type, data->storage()->data());
  }

  std::shared_ptr<compiler::Compiler> compiler_;
  compiler::CompileOptions options_;
};

class Effects : public testing::Test {
protected:
  // Returns and empties the journal, without the calls of comparators, which are only counted.
  std::vector<int64_t> takeJournal() {
    std::vector<int64_t> calls = std::exchange(ways_.journal, {});
    compared_ = std::erase_if(calls, [](int64_t call) { return call >= kFirstComparator; });
    return calls;
  }

  void expectCalls(const EffectsProgram& drawn, const char* way) {
    EXPECT_EQ(takeJournal(), drawn.calls) << way;
    EXPECT_GE(int64_t(compared_), drawn.leastCompared) << way;
  }

  using Way = Outputs (Ways::*)(const Program&, const Arguments&) const;

  void expectSame(const EffectsProgram& drawn, const Outputs& expected, Way way, const char* name) {
    EXPECT_EQ(compareOutputs((ways_.*way)(drawn.program, drawn.args), *expected, kBounds), "")
        << name;
    expectCalls(drawn, name);
  }

  // Compares the gradients if the program has any.
  void expectGradient(const EffectsProgram& drawn) {
    const autodiff::FunctionGradient request{
        .arguments = {0}, .withValues = true, .withCotangents = true};
    StatusOr<Program> pure = autodiff::gradientOf(drawn.pure, request);
    StatusOr<Program> gradient = autodiff::gradientOf(drawn.program, request);
    if (!pure.ok()) { // the program has a loop with an unknown trip count
      EXPECT_FALSE(gradient.ok());
      return;
    }
    for (bool opByOp : {false, true})
      EXPECT_EQ(ways_.recordedGradient(drawn.program, drawn.args, opByOp).ok(), gradient.ok());
    takeJournal();
    if (!gradient.ok()) {
      ++refused_;
      EXPECT_EQ(opOf(gradient.status()), "custom_call");
      EXPECT_TRUE(absl::StrContains(gradient.status().message(), "it has effects"))
          << gradient.status();
      return;
    }
    ++differentiated_;
    Arguments args = drawn.args;
    args.push_back(args.front()); // the cotangent
    const Outputs expected = ways_.compiled(*pure, args);
    ASSERT_TRUE(expected.ok()) << expected.status();
    takeJournal();
    EXPECT_EQ(compareOutputs(ways_.compiled(*gradient, args), *expected, kBounds), "");
    expectCalls(drawn, "the gradient");
    EXPECT_EQ(compareOutputs(ways_.unoptimized(*gradient, args), *expected, kBounds), "");
    expectCalls(drawn, "the gradient, unoptimized");
    for (bool opByOp : {false, true}) {
      EXPECT_EQ(compareOutputs(ways_.recordedGradient(drawn.program, drawn.args, opByOp), *expected,
                               kBounds),
                "");
      expectCalls(drawn, opByOp ? "the gradient, op by op" : "the gradient, recorded");
    }
  }

  static constexpr int64_t kSample = 30;
  static constexpr Bounds kBounds{.relative = 1e-5};

  Ways ways_;
  size_t compared_ = 0;
  int refused_ = 0, differentiated_ = 0;
};

TEST_F(Effects, ComeAsOftenAsTheProgramSays) {
  const int64_t count = environmentNumber("LAZULI_CHAINS", kSample);
  const uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * 1'000'000;
  for (uint64_t seed = first; seed < first + uint64_t(count) && !HasFailure(); ++seed) {
    const EffectsProgram drawn = randomEffects(seed);
    SCOPED_TRACE(absl::StrCat("seed ", seed, "\n", *compiler::printModule(drawn.program)));
    const Outputs expected = ways_.compiled(drawn.pure, drawn.args);
    ASSERT_TRUE(expected.ok()) << expected.status();
    takeJournal();
    expectSame(drawn, expected, &Ways::compiled, "compiled");
    expectSame(drawn, expected, &Ways::unoptimized, "unoptimized");
    expectSame(drawn, expected, &Ways::strict, "strict");
    expectSame(drawn, expected, &Ways::loaded, "loaded");
    expectSame(drawn, expected, &Ways::fromText, "from text");
    expectSame(drawn, expected, &Ways::recorded, "recorded");
    expectSame(drawn, expected, &Ways::opByOp, "op by op");
    expectSame(drawn, expected, &Ways::inSegments, "in segments");
    expectGradient(drawn);
  }
  if (count >= kSample) {
    EXPECT_GT(refused_, 0);
    EXPECT_GT(differentiated_, 0);
  }
}

} // namespace
} // namespace lz::test
