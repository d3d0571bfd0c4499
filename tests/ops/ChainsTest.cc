// Random programs must give the interpreter's results when they are compiled, with and without
// optimizations.
//
// LAZULI_CHAINS sets the number of programs, and LAZULI_SEED selects another sequence. A failure
// prints the program as StableHLO text, after removing everything that the failure does not need,
// and the seed that makes the program again.
#include "RandomProgram.h"
#include "gtest/gtest.h"
#include "semantics/eval/Evaluate.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <set>
#include <unistd.h>

namespace lz::test {
namespace {

// The text of the current program. It is printed if the compiler or the compiled code ends the
// process, or runs forever.
char lastProgram[1 << 16];

void sayLastProgram(int signal) {
  const char* why = signal == SIGALRM ? "\nThis takes for ever:\n" : "\nThis ends the process:\n";
  for (const char* text : {why, static_cast<const char*>(lastProgram)}) [[maybe_unused]]
    auto written = write(STDERR_FILENO, text, std::strlen(text));
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void remember(const std::string& text) {
  for (int signal : {SIGFPE, SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGALRM})
    std::signal(signal, sayLastProgram);
  std::strncpy(lastProgram, text.c_str(), sizeof(lastProgram) - 1);
  alarm(120);
}

// A program, its arguments and their seed.
struct Chain {
  Program program;
  Arguments args;
};

constexpr const char* kOptimizations[] = {
    "fusion",           "epilogues",      "drop-empty",       "canonicalize",  "cse",
    "simplify-algebra", "fold-constants", "split-reductions", "split-windows", "dce"};

// Returns true if the program has a transform, which spreads NaN and infinities in an unspecified
// way (docs/numerics.md).
bool transforms(const Program& program) {
  return std::any_of(program.body.ops.begin(), program.body.ops.end(),
                     [](const Op& op) { return op.opcode == Opcode::Fft; });
}

// Returns how the results of a run differ from the interpreter's, or "" if they do not.
std::string failureOf(const Chain& chain) {
  StatusOr<Expected> expected = expectedOf(chain.program, chain.args);
  if (!expected.ok())
    return absl::StrCat("interpreter: ", expected.status().ToString());
  const bool isStated = expected->isOrdinary || !transforms(chain.program);
  for (bool optimized : {true, false}) {
    compiler::CompileOptions options = modeOptions();
    if (!expected->isOrdinary) // at level standard, intermediate values may differ
      options.numerics = compiler::Numerics::Strict;
    if (!optimized)
      options.disabled.assign(std::begin(kOptimizations), std::end(kOptimizations));
    remember(
        absl::StrCat(optimized ? "" : "// not optimized\n", *compiler::printModule(chain.program)));
    StatusOr<std::vector<Literal>> outputs = runCompiled(chain.program, chain.args, options);
    std::string text;
    if (!outputs.ok())
      text = outputs.status().ToString();
    else if (isStated)
      text = difference(*expected, *outputs);
    if (!text.empty())
      return absl::StrCat(optimized ? "optimized: " : "not optimized: ", text);
  }
  return "";
}

// Adds the operands of the op, and all values that its regions read.
void addReads(const Op& op, std::set<ValueId>& reads) {
  reads.insert(op.operands.begin(), op.operands.end());
  for (const Region& region : op.regions) {
    reads.insert(region.results.begin(), region.results.end());
    for (const Op& inner : region.ops)
      addReads(inner, reads);
  }
}

using Values = std::map<ValueId, Literal>;

// Returns a program of this op alone. Its parameters are the values that the op reads.
Program aloneOf(const Program& program, const Op& op, const Values& values) {
  Program alone = program;
  std::set<ValueId> reads;
  addReads(op, reads);
  std::erase_if(reads, [&](ValueId id) { return !values.contains(id); });
  alone.body.params.assign(reads.begin(), reads.end());
  alone.body.ops.assign(1, op);
  alone.body.results.assign(op.results.begin(), op.results.end());
  return alone;
}

// Returns how the bits of the program's results differ from those when each op runs alone, or "" if
// they do not.
std::string failureOpByOp(const Chain& chain) {
  compiler::CompileOptions options = modeOptions();
  options.numerics = compiler::Numerics::Strict;
  options.disabled = {"fold-constants"}; // the interpreter folds them, and its functions differ
  remember(*compiler::printModule(chain.program));
  Values values;
  const Region& body = chain.program.body;
  for (size_t i = 0; i < body.params.size(); ++i)
    values.emplace(body.params[i], chain.args[i]);
  for (const Op& op : body.ops) {
    Program alone = aloneOf(chain.program, op, values);
    Arguments args;
    for (ValueId param : alone.body.params)
      args.push_back(values.at(param));
    StatusOr<std::vector<Literal>> results = runCompiled(alone, args, options);
    if (!results.ok())
      return absl::StrCat("alone: ", results.status().ToString());
    for (size_t i = 0; i < op.results.size(); ++i)
      values.emplace(op.results[i], (*results)[i]);
  }
  std::vector<Literal> expected;
  for (ValueId id : body.results)
    expected.push_back(values.at(id));
  return compareOutputs(runCompiled(chain.program, chain.args, options), expected,
                        {.sameBits = true});
}

using FailureOf = std::string (*)(const Chain&);

// Returns the same program without ops that no result needs.
Chain pruned(const Chain& chain) {
  std::set<ValueId> needed(chain.program.body.results.begin(), chain.program.body.results.end());
  Chain result{chain.program, {}};
  Region& body = result.program.body;
  std::vector<Op> kept;
  for (size_t i = body.ops.size(); i-- > 0;) {
    const Op& op = body.ops[i];
    if (std::none_of(op.results.begin(), op.results.end(),
                     [&](ValueId id) { return needed.contains(id); }))
      continue;
    addReads(op, needed);
    kept.insert(kept.begin(), op);
  }
  body.ops = std::move(kept);
  body.params.clear();
  for (size_t i = 0; i < chain.args.size(); ++i)
    if (needed.contains(chain.program.body.params[i])) {
      body.params.push_back(chain.program.body.params[i]);
      result.args.push_back(chain.args[i]);
    }
  return result;
}

// Returns smaller programs. Each program has only one of the results, or has parameters in place of
// the results of one op.
std::vector<Chain> smaller(const Chain& chain) {
  std::vector<Chain> all;
  const Region& body = chain.program.body;
  if (body.results.size() > 1)
    for (ValueId id : body.results) {
      all.push_back(chain);
      all.back().program.body.results = {id};
    }
  for (size_t i = body.ops.size(); body.ops.size() > 1 && i-- > 0;) {
    Chain without = chain;
    Region& rest = without.program.body;
    Program upTo = chain.program;
    upTo.body.ops.resize(i + 1, Op{});
    upTo.body.results.assign(body.ops[i].results.begin(), body.ops[i].results.end());
    auto values = eval::evaluate(upTo, chain.args);
    if (!values.ok())
      continue;
    rest.params.insert(rest.params.end(), body.ops[i].results.begin(), body.ops[i].results.end());
    without.args.insert(without.args.end(), values->begin(), values->end());
    rest.ops.erase(rest.ops.begin() + int64_t(i));
    all.push_back(std::move(without));
  }
  return all;
}

std::string shrunk(Chain chain, std::string failure, FailureOf failureOf) {
  if (std::string text = failureOf(pruned(chain)); !text.empty()) {
    chain = pruned(chain);
    failure = std::move(text);
  }
  for (bool found = true; found;) {
    found = false;
    for (const Chain& candidate : smaller(chain)) {
      Chain next = pruned(candidate);
      if (std::string text = failureOf(next); !text.empty()) {
        chain = std::move(next);
        failure = std::move(text);
        found = true;
        break;
      }
    }
  }
  return absl::StrCat(failure, "\n", *compiler::printModule(chain.program));
}

bool hasFloats(const Program& program) {
  return std::any_of(program.body.params.begin(), program.body.params.end(),
                     [&](ValueId id) { return isDifferentiable(program.type(id).dtype); });
}

void checkProgram(uint64_t seed, Program program) {
  Chain chain{std::move(program), {}};
  bool specials = seed % 4 == 0 && hasFloats(chain.program);
  chain.args = randomArguments(chain.program, seed, specials);
  if (std::string failure = failureOf(chain); !failure.empty())
    ADD_FAILURE() << "seed " << seed << ": " << shrunk(chain, failure, failureOf);
}

void check(uint64_t seed, RandomOptions options) {
  options.promotes = seed % 3 == 0;
  checkProgram(seed, randomProgram(seed, options));
}

void checkOpByOp(uint64_t seed, const RandomOptions& options) {
  Chain chain{randomProgram(seed, options), {}};
  chain.args = argumentsThatRound(chain.program, seed);
  if (std::string failure = failureOpByOp(chain); !failure.empty())
    ADD_FAILURE() << "seed " << seed << ": " << shrunk(chain, failure, failureOpByOp);
}

constexpr uint64_t kSeedsOfOne = 1'000'000;

TEST(Chains, CompiledAndUnoptimizedAgreeWithTheInterpreter) {
  int64_t count = environmentNumber("LAZULI_CHAINS", 300);
  uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
  for (int64_t i = 0; i < count; ++i)
    check(first + uint64_t(i), {});
}

TEST(Chains, ManyEmptyExtentsAgreeWithTheInterpreter) {
  int64_t count = environmentNumber("LAZULI_CHAINS", 300) / 3;
  uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
  for (int64_t i = 0; i < count; ++i)
    check(first + uint64_t(i), {.emptyChance = 0.3});
}

TEST(Chains, StrictProgramsHaveTheBitsOfTheirOpsAlone) {
  int64_t count = environmentNumber("LAZULI_CHAINS", 300);
  uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
  for (int64_t i = 0; i < count; ++i)
    checkOpByOp(first + uint64_t(i), {});
}

TEST(Chains, OfComplexNumbersAgreeWithTheInterpreter) {
  int64_t count = environmentNumber("LAZULI_CHAINS", 300) / 3;
  uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
  for (int64_t i = 0; i < count; ++i)
    check(first + uint64_t(i), {.complexNumbers = true});
}

TEST(Chains, StrictProgramsOfComplexNumbersHaveTheBitsOfTheirOpsAlone) {
  int64_t count = environmentNumber("LAZULI_CHAINS", 300) / 3;
  uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
  for (int64_t i = 0; i < count; ++i)
    checkOpByOp(first + uint64_t(i), {.complexNumbers = true});
}

TEST(Chains, StrictProgramsOfSmallTypesHaveTheBitsOfTheirOpsAlone) {
  int64_t count = environmentNumber("LAZULI_CHAINS", 300) / 3;
  uint64_t first = uint64_t(environmentNumber("LAZULI_SEED", 1)) * kSeedsOfOne;
  for (int64_t i = 0; i < count; ++i)
    checkOpByOp(first + uint64_t(i), {.smallTypes = true});
}

// A dimension of an operand or a result of an op.
struct Place {
  bool isResult;
  size_t value, dim;
  auto operator<=>(const Place&) const = default;
};

std::string nameOf(const Place& place) {
  return absl::StrCat("dimension ", place.dim, " of ", place.isResult ? "result " : "operand ",
                      place.value);
}

using Places = std::set<Place>;

// Looks at the first three values and their first three dimensions. `all` receives these
// dimensions, and `empty` those of size 0 in a value whose other dimensions are not 0.
void addPlaces(const Program& program, Places& all, Places& empty) {
  constexpr size_t kMost = 3;
  const Op& op = program.body.ops.back();
  auto add = [&](bool isResult, absl::Span<const ValueId> values) {
    for (size_t i = 0; i < std::min(values.size(), kMost); ++i) {
      const Dims& dims = program.type(values[i]).dims;
      bool one = std::count(dims.begin(), dims.end(), 0) == 1;
      for (size_t d = 0; d < std::min(dims.size(), kMost); ++d) {
        all.insert({isResult, i, d});
        if (one && dims[d] == 0)
          empty.insert({isResult, i, d});
      }
    }
  };
  add(false, op.operands);
  add(true, op.results);
}

// Tests every op of the tables with empty dimensions: each dimension of each operand and result is
// empty once. Every op accepts that. It is an error if a dimension is drawn but never empty.
class EmptyDims : public testing::TestWithParam<Opcode> {};

TEST_P(EmptyDims, AgreesWithTheInterpreter) {
  constexpr uint64_t kLeastDraws = 300, kMostDraws = 4000;
  Places all, tried;
  for (uint64_t seed = 0; seed < kMostDraws && (seed < kLeastDraws || tried.size() < all.size());
       ++seed) {
    RandomOptions options{.mostOps = 1, .only = GetParam(), .emptyChance = seed % 2 ? 0.35 : 0.12};
    options.promotes = seed % 3 == 0;
    Program program = randomProgram(seed, options);
    if (program.body.ops.empty() || program.body.ops.back().opcode != GetParam())
      continue;
    size_t before = tried.size();
    addPlaces(program, all, tried);
    if (tried.size() > before)
      checkProgram(seed, std::move(program));
  }
  for (const Place& place : all)
    EXPECT_TRUE(tried.contains(place)) << nameOf(place);
  EXPECT_FALSE(all.empty()) << "the op was hardly drawn";
}

// Returns the ops to test. Leaves out rng_bit_generator, because its state is never empty.
std::vector<Opcode> drawnOps() {
  std::vector<Opcode> all;
  for (size_t i = 0; i < kNumOpcodes; ++i)
    if (isDrawn(Opcode(i)) && Opcode(i) != Opcode::RngBitGenerator)
      all.push_back(Opcode(i));
  return all;
}

INSTANTIATE_TEST_SUITE_P(AllOps, EmptyDims, testing::ValuesIn(drawnOps()),
                         [](const auto& info) { return std::string(opInfo(info.param).name); });

} // namespace
} // namespace lz::test
