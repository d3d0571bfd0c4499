// Makes ops, reads, evaluations, automatic cuts, barriers, releases and gradients in random order.
// Each gradient equals the gradient of the complete recording without cuts, or is refused. A model
// says which gradients must be refused.
#include "GradientTesting.h"

#include <cmath>
#include <random>

namespace lz::test {
namespace {

// One recorded op or input of the model, a single number. There is one derivative per operand.
struct Term {
  struct Edge {
    size_t term;
    double slope;
    bool passes; // the op passes cotangents to this operand, even if they are zero
  };
  float value = 0;
  std::vector<Edge> edges; // empty for an input
  bool ended = false;      // a barrier came after it
};

class Model {
public:
  size_t add(Term term) {
    terms_.push_back(std::move(term));
    return terms_.size() - 1;
  }
  float value(size_t i) const { return terms_[i].value; }

  // An explicit barrier ends the histories of all ops recorded before it.
  void barrier() {
    for (Term& term : terms_)
      term.ended = !term.edges.empty();
  }

  double gradient(size_t output, size_t argument) const {
    std::vector<double> cotangents(output + 1);
    cotangents[output] = 1;
    for (size_t i = output; i > argument; --i)
      for (const Term::Edge& edge : terms_[i].edges)
        cotangents[edge.term] += cotangents[i] * edge.slope;
    return argument <= output ? cotangents[argument] : 0;
  }

  // Returns true if the output depends on a value whose history has ended, and that value depends
  // on an argument.
  bool isRefusalDue(size_t output, const std::vector<size_t>& arguments) const {
    std::vector<uint8_t> before = reached({output}, /*throughEnded=*/false);
    std::vector<size_t> ended;
    for (size_t i = 0; i <= output; ++i)
      if (before[i] && terms_[i].ended)
        for (const Term::Edge& edge : terms_[i].edges)
          if (edge.passes)
            ended.push_back(edge.term);
    std::vector<uint8_t> behind = reached(ended, /*throughEnded=*/true);
    return std::any_of(arguments.begin(), arguments.end(), [&](size_t i) { return behind[i]; });
  }

private:
  std::vector<uint8_t> reached(const std::vector<size_t>& roots, bool throughEnded) const {
    std::vector<uint8_t> reached(terms_.size());
    for (size_t root : roots)
      reached[root] = 1;
    for (size_t i = terms_.size(); i-- > 0;)
      if (reached[i] && (throughEnded || !terms_[i].ended))
        for (const Term::Edge& edge : terms_[i].edges)
          reached[edge.term] |= edge.passes;
    return reached;
  }

  std::vector<Term> terms_;
};

class HistoryPlayer {
public:
  HistoryPlayer(lazy::EngineOptions options, unsigned seed)
      : session_(std::move(options)), random_(seed) {}

  int right = 0, refused = 0;

  void play(int moves) {
    for (int i = 0; i < 4; ++i)
      addInput();
    for (int move = 0; move < moves && !::testing::Test::HasFailure(); ++move)
      step();
    pool_.clear();
    EXPECT_EQ(session_.graph->liveTensors(), 0);
    EXPECT_EQ(session_.graph->pendingOps(), 0);
    EXPECT_EQ(session_.graph->history().size(), 0);
    session_.graph->device().stream().synchronize();
    EXPECT_EQ(session_.graph->device().allocator()->liveBytes(), 0);
  }

private:
  struct Live {
    Tensor tensor;
    size_t term;
  };

  size_t pick(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }
  const Live& any() { return pool_[pick(pool_.size())]; }

  static void expectNear(double got, double want) {
    EXPECT_NEAR(got, want, 1e-3 * (1 + std::abs(want)));
  }

  void step() {
    switch (pick(20)) {
    case 0:
      return addInput();
    case 1:
      EXPECT_TRUE(session_.barrier(pick(2) == 0).ok());
      return model_.barrier();
    case 2:
    case 3: {
      const Live& read = any();
      return expectNear(session_.read(read.tensor)[0], model_.value(read.term));
    }
    case 4: {
      Result* two[] = {any().tensor.get(), any().tensor.get()};
      EXPECT_TRUE(session_.graph->evaluate(two, {.wait = pick(2) == 0}).ok());
      return;
    }
    case 5:
    case 6:
    case 7:
      if (pool_.size() > 5)
        pool_.erase(pool_.begin() + ptrdiff_t(pick(pool_.size())));
      return;
    case 8:
    case 9:
    case 10:
      return checkGradients();
    default:
      return addOp();
    }
  }

  void keep(Tensor tensor, Term term) {
    Live live{std::move(tensor), model_.add(std::move(term))};
    if (pick(3) == 0)
      pool_[pick(pool_.size())] = std::move(live); // this is an update, so the old handle goes
    else
      pool_.push_back(std::move(live));
  }

  void addInput() {
    float value = float(pick(9)) / 4 - 1;
    pool_.push_back({session_.input({value}), model_.add({value, {}})});
  }

  void addOp() {
    Live x = any(), y = any();
    float a = model_.value(x.term), b = model_.value(y.term);
    switch (pick(6)) {
    case 0:
      return keep(session_.add(x.tensor, y.tensor),
                  {a + b, {{x.term, 1, true}, {y.term, 1, true}}});
    case 1:
      return keep(*session_.tryOp(Opcode::Tanh, {x.tensor.get()}),
                  {std::tanh(a), {{x.term, 1 - std::pow(std::tanh(double(a)), 2), true}}});
    case 2:
      return keep(stopGradient(session_, x.tensor), {a, {{x.term, 0, false}}});
    case 3:
      return keep(*session_.tryOp(Opcode::Floor, {session_.add(x.tensor, y.tensor).get()}),
                  {std::floor(a + b), {{x.term, 0, false}, {y.term, 0, false}}});
    case 4:
      return addPair(x, y, a, b);
    default: {
      // Keeps the product small.
      Tensor product = session_.multiply(x.tensor, y.tensor);
      size_t term = model_.add({a * b, {{x.term, b, true}, {y.term, a, true}}});
      float t = std::tanh(a * b);
      return keep(*session_.tryOp(Opcode::Tanh, {product.get()}),
                  {t, {{term, 1 - double(t) * t, true}}});
    }
    }
  }

  // Adds an op with two results, each of which may be dropped. Both results depend on the op.
  void addPair(const Live& x, const Live& y, float a, float b) {
    Result* operands[] = {x.tensor.get(), y.tensor.get()};
    auto node = session_.graph->record(
        {.opcode = Opcode::OptimizationBarrier, .operands = operands, .attrs = {}, .location = {}});
    ASSERT_TRUE(node.ok());
    Tensor first(&(*node)->result(0)), second(&(*node)->result(1));
    if (pick(3) > 0)
      keep(std::move(first), {a, {{x.term, 1, true}, {y.term, 0, true}}});
    if (pick(3) > 0)
      keep(std::move(second), {b, {{x.term, 0, true}, {y.term, 1, true}}});
  }

  void checkGradients() {
    Live output = any();
    std::vector<Live> arguments;
    std::vector<Result*> results;
    std::vector<size_t> terms;
    for (size_t i = 0; i <= pick(3); ++i) {
      arguments.push_back(any());
      results.push_back(arguments.back().tensor.get());
      terms.push_back(arguments.back().term);
    }
    auto g = tryGradients(session_, {output.tensor.get()}, {}, results, /*allowUnused=*/true);
    bool isDue = model_.isRefusalDue(output.term, terms);
    EXPECT_EQ(g.status().code(),
              isDue ? absl::StatusCode::kFailedPrecondition : absl::StatusCode::kOk)
        << g.status();
    refused += isDue;
    if (!g.ok() || isDue)
      return;
    for (size_t i = 0; i < terms.size(); ++i)
      expectNear(session_.read((*g)[i])[0], model_.gradient(output.term, terms[i]));
    ++right;
  }

  Session session_;
  std::mt19937 random_;
  Model model_;
  std::vector<Live> pool_;
};

TEST(HistoryFuzz, GradientsAreThoseOfTheRecordedProgramOrRefusedWhenDue) {
  int right = 0, refused = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    lazy::EngineOptions options;
    options.maxSegmentOps = seed % 3 == 0 ? 16 : 1024;
    options.opByOp = seed % 11 == 0;
    options.maxPendingOps = seed % 4 == 0 ? 5 : 1 << 20;
    HistoryPlayer player(std::move(options), seed);
    player.play(120);
    right += player.right;
    refused += player.refused;
    if (::testing::Test::HasFailure())
      break;
  }
  EXPECT_GT(right, 1000);
  EXPECT_GT(refused, 300);
}

} // namespace
} // namespace lz::test
