// Orders the products of a chain of matrices so that the chain takes the least predicted time.
//
//   %0 = dot_general %a, %b                       %0 = dot_general %b, %v
//        (4000x4000, 4000x4000)                        (4000x4000, 4000)
//   %1 = dot_general %0, %v                  ->   %1 = dot_general %a, %0
//        (4000x4000, 4000) -> 4000                     (4000x4000, 4000) -> 4000
//
// Transposes, batches, vectors, and multiplications by a vector or a number belong to a chain
// (hlo/rewrite/MatrixChain.h). If ops outside of all chains read a product, a chain can use the
// product for free, because it is computed in any case. If several chains read a product, and
// nothing else does, the pass compares computing the product once with ordering each chain freely.
// An example is A B in the program of (A B) v and of its gradient (A B)^T w.
//
// Needs: canonical form, in which transposes are part of products.
// Leaves: the products of each chain in the order with the lowest price. If prices are equal, the
// order of the program stays. Floats are rounded differently, so the pass does nothing at level
// strict.
#include "contraction/chain/ChainOrder.h"
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/Dot.h"
#include "hlo/rewrite/MatrixChain.h"

#include "llvm/ADT/MapVector.h"

#include <map>
#include <set>

namespace lz::hlo {
namespace {

using contraction::Chain;
using contraction::ChainOrder;
using contraction::ChainProduct;
using DotOps = llvm::SmallVector<mlir::Operation*, 0>;

// Returns whether an operand of `dot` can come from another product. Most products are rejected
// here.
bool mayEndChain(mlir::Operation* dot) {
  return llvm::any_of(dot->getOperands(), [&](mlir::Value operand) {
    mlir::Operation* def = operand.getDefiningOp();
    return def && def->getBlock() == dot->getBlock() &&
           (is(def, Opcode::DotGeneral) || is(def, Opcode::Multiply) || dimsOfView(def));
  });
}

// The products of a block that other products read as factors.
class Readers {
public:
  explicit Readers(const DotOps& dots) {
    for (mlir::Operation* dot : dots)
      if (mayEndChain(dot))
        read(dot);
  }

  bool none() const { return counts_.empty(); }
  // Returns how many products read the result of `dot` as a factor.
  int count(mlir::Operation* dot) const { return counts_.lookup(dot); }
  // Returns whether an op reads the result other than as a factor of a product. Views and
  // multiplications before a product count as a part of the product.
  bool hasOthers(mlir::Operation* dot) const {
    llvm::SmallVector<mlir::Operation*> left = {dot};
    llvm::SmallPtrSet<mlir::Operation*, 8> seen;
    while (!left.empty())
      for (mlir::OpOperand& use : left.pop_back_val()->getUses()) {
        if (uses_.contains(&use))
          continue;
        if (!passed_.contains(use.getOwner()))
          return true;
        if (seen.insert(use.getOwner()).second)
          left.push_back(use.getOwner());
      }
    return false;
  }

private:
  void read(mlir::Operation* dot) {
    const std::optional<ChainFactors> factors = factorsOf(resultOf(dot), dot->getBlock());
    if (!factors)
      return;
    follow(factors->left, dot->getOpOperand(0));
    follow(factors->right, dot->getOpOperand(1));
  }

  // Finds the product that `use` reads, through views and multiplications.
  void follow(ChainPart part, mlir::OpOperand& use) {
    Passed passed;
    pass(use.get(), part.value, passed);
    for (int i = 0; i < kMostFactors; ++i) {
      const std::optional<ChainFactors> factors = factorsOf(part, use.getOwner()->getBlock());
      if (!factors)
        return;
      mlir::Operation* op = part.value.getDefiningOp();
      if (is(op, Opcode::DotGeneral)) {
        ++counts_[op];
        uses_.insert(&use);
        passed_.insert(passed.begin(), passed.end());
        return;
      }
      passed.push_back(op);
      part = factors->left.scales ? factors->right : factors->left;
      if (!pass(op->getOperand(0), part.value, passed))
        pass(op->getOperand(1), part.value, passed);
    }
  }

  using Passed = llvm::SmallVector<mlir::Operation*, 4>;
  // Adds the views between two values to `passed`. Returns false if there is another op between
  // them.
  static bool pass(mlir::Value from, mlir::Value to, Passed& passed) {
    Passed views;
    for (; from != to; from = views.back()->getOperand(0)) {
      mlir::Operation* op = from.getDefiningOp();
      if (!op || !dimsOfView(op))
        return false;
      views.push_back(op);
    }
    passed.append(views);
    return true;
  }

  llvm::DenseMap<mlir::Operation*, int> counts_;
  llvm::DenseSet<mlir::OpOperand*> uses_;
  llvm::DenseSet<mlir::Operation*> passed_; // views and multiplications between products
};

// The chains of a block, and the products whose values are computed separately. These products end
// a chain, or are factors of several chains.
class Chains {
public:
  Chains(DotOps dots, MachineClass cpu) : dots_(std::move(dots)), cpu_(cpu), readers_(dots_) {}

  // Returns whether anything changed.
  bool run() {
    if (readers_.none())
      return false;
    findKept();
    readChains();
    for (mlir::Operation* dot : llvm::reverse(dots_))
      if (kept_.contains(dot) && !needed_.contains(dot))
        compareWithout(dot);
    return emit();
  }

private:
  struct Ordered {
    MatrixChain chain{};
    ChainOrder order{};
  };

  void findKept() {
    for (mlir::Operation* dot : dots_) {
      const bool isNeeded = readers_.hasOthers(dot);
      if (isNeeded)
        needed_.insert(dot);
      if (isNeeded || readers_.count(dot) > 1)
        kept_.insert(dot);
    }
  }

  void readChains() {
    for (mlir::Operation* dot : llvm::reverse(dots_)) {
      if (!kept_.contains(dot) || !mayReorder(typeOf(dot->getResult(0)).dtype))
        continue;
      Ordered ordered = {chainOf(dot)};
      // If a chain would be too long, one of its factors is the result of another product. That
      // product must be kept.
      for (int factor : ordered.chain.factors)
        keepProductOf(ordered.chain.nodes[size_t(factor)].part, dot->getBlock());
      if (matricesOf(ordered.chain) <= 2)
        continue;
      for (const MatrixChain::Node& node : ordered.chain.nodes)
        if (node.op && node.op != dot && !llvm::is_contained(roots_[node.op], dot))
          roots_[node.op].push_back(dot);
      chains_.insert({dot, std::move(ordered)});
    }
    for (auto& [dot, ordered] : chains_)
      ordered.order = orderOf(dot, ordered.chain);
  }

  static int64_t matricesOf(const MatrixChain& chain) {
    return llvm::count_if(chain.factors,
                          [&](int factor) { return !chain.nodes[size_t(factor)].part.scales; });
  }

  void keepProductOf(ChainPart part, mlir::Block* block) {
    while (const std::optional<ChainFactors> factors = factorsOf(part, block)) {
      if (mlir::Operation* op = part.value.getDefiningOp(); is(op, Opcode::DotGeneral)) {
        kept_.insert(op);
        needed_.insert(op);
        return;
      }
      part = factors->left.scales ? factors->right : factors->left;
    }
  }

  ChainOrder orderOf(mlir::Operation* root, const MatrixChain& chain) const {
    return orderChain(asData(root, chain));
  }

  Chain asData(mlir::Operation* root, const MatrixChain& chain) const {
    Chain data = {.cpu = cpu_,
                  .dtype = typeOf(root->getResult(0)).dtype,
                  .batch = chain.nodes.front().part.batchCount()};
    for (int factor : chain.factors) {
      const ChainPart& part = chain.nodes[size_t(factor)].part;
      if (part.scales)
        data.factors.push_back({.scales = std::max<int64_t>(1, typeOf(part.value).numElements())});
      else
        data.factors.push_back({part.rowCount(), part.columnCount()});
    }
    for (const MatrixChain::Node& node : chain.nodes)
      if (node.op)
        data.written.push_back(
            {node.begin, chain.middle(node), node.end, node.op != root && kept_.contains(node.op)});
    return data;
  }

  // Compares computing the product once for all chains with making it a part of each chain. If the
  // second way takes less time, chooses it.
  void compareWithout(mlir::Operation* dot) {
    constexpr size_t kMostChains = 16;
    const auto roots = roots_.find(dot);
    if (roots == roots_.end() || roots->second.size() > kMostChains)
      return;
    const auto own = chains_.find(dot);
    double with = own != chains_.end() ? own->second.order.ps : orderOf(dot, chainOf(dot)).ps;
    double without = 0;
    kept_.erase(dot);
    llvm::SmallVector<std::pair<mlir::Operation*, ChainOrder>> orders;
    for (mlir::Operation* root : roots->second) {
      if (!kept_.contains(root))
        continue;
      const Ordered& ordered = chains_[root];
      orders.push_back({root, orderOf(root, ordered.chain)});
      with += ordered.order.ps;
      without += orders.back().second.ps;
    }
    if (orders.empty() || without >= with) {
      kept_.insert(dot);
      return;
    }
    for (auto& [root, order] : orders)
      chains_[root].order = std::move(order);
  }

  bool emit() {
    bool isChanged = false;
    mlir::IRRewriter rewriter(dots_.front()->getContext());
    for (mlir::Operation* dot : dots_) {
      const auto entry = chains_.find(dot);
      if (entry != chains_.end() && kept_.contains(dot))
        isChanged |= replace(dot, entry->second, rewriter);
    }
    return isChanged;
  }

  // Makes the products of the order that the program does not have, and replaces the root.
  bool replace(mlir::Operation* root, const Ordered& ordered, mlir::IRRewriter& rewriter) {
    using Range = std::pair<int, int>; // of factors
    const MatrixChain& chain = ordered.chain;
    std::map<Range, const MatrixChain::Node*> written;
    for (const MatrixChain::Node& node : chain.nodes)
      written[{node.begin, node.end}] = &node;
    std::map<Range, ChainPart> parts;
    std::set<Range> unchanged;
    for (int i = 0; i < int(chain.factors.size()); ++i) {
      parts[{i, i + 1}] = current(chain.nodes[size_t(chain.factors[size_t(i)])].part);
      unchanged.insert({i, i + 1});
    }
    rewriter.setInsertionPoint(root);
    OpMaker maker(rewriter, root->getLoc());
    for (const ChainProduct& product : ordered.order.products) {
      const Range whole = {product.begin, product.end}, left = {product.begin, product.middle},
                  right = {product.middle, product.end};
      const auto node = written.find(whole);
      const bool stays =
          node != written.end() &&
          (product.exists || (chain.middle(*node->second) == product.middle &&
                              unchanged.contains(left) && unchanged.contains(right)));
      if (stays)
        unchanged.insert(whole);
      parts[whole] =
          stays ? current(node->second->part) : multiplied(parts.at(left), parts.at(right), maker);
    }
    const Range all = {0, int(chain.factors.size())};
    if (unchanged.contains(all))
      return false;
    const mlir::Value old = root->getResult(0),
                      result = inOrder(parts.at(all), typeOf(old).dims, maker);
    if (failed(maker.replace(rewriter, root, result)))
      return false;
    replaced_[old] = result;
    return true;
  }

  // Returns the part with its value after all replacements so far.
  ChainPart current(ChainPart part) const {
    if (mlir::Value value = replaced_.lookup(part.value))
      part.value = value;
    return part;
  }

  DotOps dots_; // of one block, in order
  MachineClass cpu_;
  Readers readers_;
  // The products whose values are computed separately, and those among them that other ops need.
  llvm::DenseSet<mlir::Operation*> kept_, needed_;
  llvm::MapVector<mlir::Operation*, Ordered> chains_; // key: the product that ends the chain
  llvm::DenseMap<mlir::Operation*, DotOps> roots_; // key: a product; value: the ends of its chains
  llvm::DenseMap<mlir::Value, mlir::Value> replaced_;
};

void eraseDead(mlir::Block& block) {
  for (mlir::Operation& op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (mlir::isOpTriviallyDead(&op))
      op.erase();
}

struct OrderProducts : ModulePass<OrderProducts> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OrderProducts)
  static constexpr llvm::StringLiteral kName = "lz-order-products";
  static constexpr llvm::StringLiteral kSummary =
      "Order the products of chains of matrices by their predicted time.";

  OrderProducts(bool strict, MachineClass cpu) : strict_(strict), cpu_(cpu) {}

  mlir::LogicalResult run(mlir::ModuleOp module) {
    if (strict_)
      return mlir::success();
    llvm::MapVector<mlir::Block*, DotOps> dotsOf;
    module.walk([&](mlir::Operation* op) {
      if (is(op, Opcode::DotGeneral) && hasKnownTypes(op))
        dotsOf[op->getBlock()].push_back(op);
    });
    for (auto& [block, dots] : dotsOf)
      if (Chains(std::move(dots), cpu_).run())
        eraseDead(*block);
    return mlir::success();
  }

private:
  bool strict_;
  MachineClass cpu_;
};

} // namespace

std::unique_ptr<mlir::Pass> createOrderProductsPass(bool strict, MachineClass cpu) {
  return std::make_unique<OrderProducts>(strict, cpu);
}

} // namespace lz::hlo
