// Gives gathers and scatters of one element of each row their canonical form, which has a batch
// dimension for the rows. In Python such a gather is x[arange(n), labels], for example.
#include "absl/algorithm/container.h"
#include "hlo/rules/Facts.h"
#include "hlo/rules/Tables.h"
#include "spec/OpAttrs.inc.h"

#include "mlir/IR/IRMapping.h"

#include <numeric>

namespace lz::hlo {
namespace {

Ints countTo(int64_t end) {
  Ints list(size_t(end), 0);
  std::iota(list.begin(), list.end(), 0);
  return list;
}

// The element of each row that a gather or scatter works on.
struct RowElements {
  int64_t dim;         // the dimension of the table from which the elements are taken
  mlir::Value indices; // along `dim`, with one more dimension of extent 1 at the end
};

// Returns whether the index along dimension `d` of the table counts the rows.
bool countsRows(mlir::Value indices, const Dims& table, int64_t d, int64_t position) {
  return countedDim(indices) == position &&
         typeOf(indices).dims[size_t(position)] == table[size_t(d)];
}

// Returns the elements that the indices of a table select if all of its dimensions have an index.
// All indices but one must count the rows.
std::optional<RowElements> rowElementsOf(const Dims& table, mlir::Value indices) {
  const auto rank = int64_t(table.size());
  const TensorType type = typeOf(indices);
  mlir::Operation* joined = indices.getDefiningOp();
  const bool isWide = isInteger(type.dtype) && bitWidth(type.dtype) >= 32;
  if (rank < 2 || type.rank() != rank || !isWide || !is(joined, Opcode::Concatenate) ||
      int64_t(joined->getNumOperands()) != rank ||
      AttrsOf<ConcatenateAttrs>(joined).dimension() != rank - 1)
    return std::nullopt;
  for (int64_t dim = rank - 1; dim >= 0; --dim)
    if (llvm::all_of(countTo(rank), [&](int64_t d) {
          return d == dim || countsRows(joined->getOperand(unsigned(d)), table, d, d - (d > dim));
        }))
      return RowElements{dim, joined->getOperand(unsigned(dim))};
  return std::nullopt;
}

Ints without(Ints list, int64_t value) {
  std::erase(list, value);
  return list;
}

// Returns the indices in their canonical form.
mlir::Value indicesOf(const RowElements& elements, Dims table, OpMaker& maker) {
  table[size_t(elements.dim)] = 1;
  table.push_back(1);
  return maker.reshape(elements.indices, table);
}

bool areAll(absl::Span<const int64_t> list, int64_t rank) {
  return absl::c_equal(list, countTo(rank));
}

struct GatherOfRows : OpcodePattern {
  explicit GatherOfRows(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Gather) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    AttrsOf<GatherAttrs> attrs(op);
    const Dims table = typeOf(op->getOperand(0)).dims;
    const auto rank = int64_t(table.size());
    if (!areAll(attrs.startIndexMap(), rank) || !areAll(attrs.collapsedSliceDims(), rank) ||
        attrs.indexVectorDim() != rank - 1)
      return mlir::failure();
    const std::optional<RowElements> elements = rowElementsOf(table, op->getOperand(1));
    if (!elements)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    const Ints rows = without(countTo(rank), elements->dim);
    mlir::Value gathered =
        maker.make(Opcode::Gather, {op->getOperand(0), indicesOf(*elements, table, maker)},
                   {{"offset_dims", Ints{}},
                    {"collapsed_slice_dims", Ints{elements->dim}},
                    {"operand_batching_dims", rows},
                    {"start_indices_batching_dims", rows},
                    {"start_index_map", Ints{elements->dim}},
                    {"index_vector_dim", rank},
                    {"slice_sizes", Ints(size_t(rank), 1)}});
    return maker.replace(rewriter, op, maker.reshape(gathered, typeOf(op->getResult(0)).dims));
  }
};

struct ScatterOfRows : OpcodePattern {
  explicit ScatterOfRows(mlir::MLIRContext* context) : OpcodePattern(context, Opcode::Scatter) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    AttrsOf<ScatterAttrs> attrs(op);
    const Dims table = typeOf(op->getOperand(0)).dims;
    const auto rank = int64_t(table.size());
    const std::optional<Opcode> combiner = combinerOf(op->getRegion(0));
    if (op->getNumOperands() != 3 || !areAll(attrs.scatterDimsToOperandDims(), rank) ||
        !areAll(attrs.insertedWindowDims(), rank) || attrs.indexVectorDim() != rank - 1 ||
        !combiner)
      return mlir::failure();
    const std::optional<RowElements> elements = rowElementsOf(table, op->getOperand(1));
    if (!elements)
      return mlir::failure();
    OpMaker maker(rewriter, op->getLoc());
    const Ints rows = without(countTo(rank), elements->dim);
    Dims one = table;
    one[size_t(elements->dim)] = 1;
    const TensorType element{typeOf(op->getOperand(0)).dtype, {}};
    return maker.replace(
        rewriter, op,
        maker.makeWithRegion(Opcode::Scatter,
                             {op->getOperand(0), indicesOf(*elements, table, maker),
                              maker.reshape(op->getOperand(2), one)},
                             {{"update_window_dims", Ints{}},
                              {"inserted_window_dims", Ints{elements->dim}},
                              {"input_batching_dims", rows},
                              {"scatter_indices_batching_dims", rows},
                              {"scatter_dims_to_operand_dims", Ints{elements->dim}},
                              {"index_vector_dim", rank}},
                             {{element, element}, [&](OpMaker& body, mlir::ValueRange args) {
                                return llvm::SmallVector<mlir::Value>{body.make(*combiner, args)};
                              }}));
  }
};

constexpr Rule kRowElementRules[] = {
    {"gather-of-rows", "gather(x, (iota, i)) -> gather(x, i), the rows are a batch",
     addPattern<GatherOfRows>},
    {"scatter-of-rows", "scatter(x, (iota, i), u) -> scatter(x, i, u), the rows are a batch",
     addPattern<ScatterOfRows>},
};

} // namespace

llvm::ArrayRef<Rule> rowElementRules() {
  return kRowElementRules;
}

} // namespace lz::hlo
