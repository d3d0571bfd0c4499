// Replaces select_and_scatter, the gradient of pooling, by a pooling that finds the selected places
// and a scatter to these places.
//
//   %0 = select_and_scatter(%x, %source, %init)   %p = reshape(iota) : [4,4]     places 0..15
//        of x[4,4] in windows [2,2],          ->  %w:2 = reduce_window(%x, %p)   value and place
//        {GE}, {add}                              %s = scatter(%init..., %w#1, %source) {add}
//                                                 %0 = reshape %s : [4,4]
//
// Most poolings have windows that tile the operand. They need no scatter, because each element is
// in exactly one window, and is either the selected element of the window or not.
//
//   %0 = select(%w#1 spread over the windows == %p, %init + %source spread over them, %init)
//
// Needs: nothing.
// Leaves: no select_and_scatter. A window that contains only padding selects place -1, to which
// scatter writes nothing.
#include "hlo/passes/PassBase.h"
#include "hlo/passes/Passes.h"
#include "hlo/rewrite/OpMaker.h"
#include "spec/OpAttrs.inc.h"

#include "mlir/IR/IRMapping.h"

namespace lz::hlo {
namespace {

using Values = llvm::SmallVector<mlir::Value>;

// Copies the body of a region, with the given arguments, to the insertion point of `maker`.
Values inlineBody(mlir::Region& region, mlir::ValueRange args, OpMaker& maker) {
  mlir::IRMapping mapping;
  mapping.map(region.getArguments(), args);
  for (mlir::Operation& op : region.front().without_terminator())
    maker.builder().clone(op, mapping);
  Values results;
  for (mlir::Value result : region.front().getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(result));
  return results;
}

class Decompose : public OpcodePattern {
public:
  explicit Decompose(mlir::MLIRContext* context)
      : OpcodePattern(context, Opcode::SelectAndScatter) {}

  mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                   mlir::PatternRewriter& rewriter) const override {
    TensorType operand = typeOf(op->getOperand(0)), result = typeOf(op->getResult(0));
    OpMaker maker(rewriter, op->getLoc());
    DType placeType = operand.numElements() > INT32_MAX ? DType::S64 : DType::S32;
    mlir::Value places = selectedPlaces(op, placeType, maker);
    if (tiles(op) && combinerOf(op->getRegion(1))) {
      return maker.replace(rewriter, op, selectTiled(op, places, maker));
    }
    Dims flat = {operand.numElements()};
    mlir::Value filled = maker.broadcast(maker.convert(op->getOperand(2), result.dtype), flat, {});
    mlir::Value scattered = scatter(op, filled, places, maker);
    return maker.replace(rewriter, op, maker.reshape(scattered, operand.dims));
  }

private:
  static bool tiles(mlir::Operation* op) {
    AttrsOf<SelectAndScatterAttrs> attrs(op);
    size_t rank = typeOf(op->getOperand(0)).dims.size();
    return attrs.windowDimensions().first(rank) == attrs.windowStrides().first(rank) &&
           llvm::all_of(attrs.padding().given(), [](int64_t p) { return p == 0; });
  }

  // Describes the operand, reshaped so that windows have dimensions of their own. For example,
  // x[6,5] in windows [2,5] becomes [3,2,1,5], and dimensions 0 and 2 count the windows.
  struct Tiling {
    Dims apart, covered;
    Ints windowDims;
  };

  static Tiling tilingOf(mlir::Operation* op, const Dims& windows) {
    Ints sizes = AttrsOf<SelectAndScatterAttrs>(op).windowDimensions().first(windows.size());
    Tiling tiling;
    for (size_t d = 0; d < windows.size(); ++d) {
      tiling.windowDims.push_back(int64_t(tiling.apart.size()));
      tiling.apart.push_back(windows[d]);
      tiling.apart.push_back(sizes[d]);
      tiling.covered.push_back(windows[d] * sizes[d]);
    }
    return tiling;
  }

  static mlir::Value selectTiled(mlir::Operation* op, mlir::Value places, OpMaker& maker) {
    TensorType operand = typeOf(op->getOperand(0)), place = typeOf(places);
    DType dtype = typeOf(op->getResult(0)).dtype;
    Tiling tiling = tilingOf(op, place.dims);
    auto spread = [&](mlir::Value value) {
      mlir::Value apart = maker.broadcast(value, tiling.apart, tiling.windowDims);
      return maker.reshape(apart, tiling.covered);
    };
    mlir::Value scalar = maker.convert(op->getOperand(2), dtype);
    mlir::Value init = maker.broadcast(scalar, tiling.covered, {});
    mlir::Value source = spread(maker.convert(op->getOperand(1), dtype));
    mlir::Value combined = maker.make(*combinerOf(op->getRegion(1)), {init, source});
    mlir::Value isPlace =
        maker.compare("EQ", spread(places), coveredPlaces(operand, tiling, place.dtype, maker));
    mlir::Value result = maker.make(Opcode::Select, {isPlace, combined, init});
    return padTo(operand.dims, result, scalar, maker);
  }

  // Returns the row-major positions of the operand's elements that windows cover.
  static mlir::Value coveredPlaces(const TensorType& operand, const Tiling& tiling, DType dtype,
                                   OpMaker& maker) {
    TensorType count{dtype, {operand.numElements()}};
    mlir::Value places = maker.make(Opcode::Iota, {}, {{"iota_dimension", int64_t(0)}}, &count);
    places = maker.reshape(places, operand.dims);
    if (tiling.covered == operand.dims)
      return places;
    size_t rank = operand.dims.size();
    return maker.make(Opcode::Slice, {places},
                      {{"start_indices", Ints(rank, 0)},
                       {"limit_indices", Ints(tiling.covered.begin(), tiling.covered.end())},
                       {"strides", Ints(rank, 1)}});
  }

  // Pads `covered` with `value` at the end of each dimension, where elements belong to no window.
  static mlir::Value padTo(const Dims& dims, mlir::Value covered, mlir::Value value,
                           OpMaker& maker) {
    TensorType type = typeOf(covered);
    if (!covered || type.dims == dims)
      return covered;
    Ints none(dims.size(), 0), high;
    for (size_t d = 0; d < dims.size(); ++d)
      high.push_back(dims[d] - type.dims[d]);
    return maker.make(
        Opcode::Pad, {covered, value},
        {{"edge_padding_low", none}, {"edge_padding_high", high}, {"interior_padding", none}});
  }

  // Returns the row-major positions of the selected elements, in the shape of the source.
  static mlir::Value selectedPlaces(mlir::Operation* op, DType placeType, OpMaker& maker) {
    mlir::Value operand = op->getOperand(0);
    TensorType type = typeOf(operand);
    TensorType count{placeType, {type.numElements()}};
    mlir::Value places = maker.make(Opcode::Iota, {}, {{"iota_dimension", int64_t(0)}}, &count);
    TensorType element{type.dtype, {}}, place{placeType, {}};
    mlir::Value none = maker.splat(place, -1);
    AttrsOf<SelectAndScatterAttrs> attrs(op);
    size_t rank = type.dims.size();
    auto pooled = maker.makeWithRegion(
        Opcode::ReduceWindow,
        {operand, maker.reshape(places, type.dims), maker.splat(element, 0), none},
        {{"window_dimensions", attrs.windowDimensions().first(rank)},
         {"window_strides", attrs.windowStrides().first(rank)},
         {"padding", attrs.padding().first(2 * rank)}},
        {{element, place, element, place}, [&](OpMaker& inner, mlir::ValueRange args) {
           return chooseBody(op->getRegion(0), args, inner);
         }});
    return pooled[1];
  }

  // Chooses between the pair (value, position) that is selected so far and the next pair. Padding
  // has position -1 and is never chosen over an element of the operand.
  static Values chooseBody(mlir::Region& select, mlir::ValueRange args, OpMaker& maker) {
    mlir::Value value = args[0], place = args[1], newValue = args[2], newPlace = args[3];
    mlir::Value zero = maker.splat(typeOf(place), 0);
    mlir::Value keeps = inlineBody(select, {value, newValue}, maker)[0];
    mlir::Value isFirst = maker.compare("LT", place, zero);
    mlir::Value isReal = maker.compare("GE", newPlace, zero);
    mlir::Value wins = maker.make(Opcode::Select, {keeps, isFirst, isReal});
    mlir::Value takes = maker.make(Opcode::And, {isReal, wins});
    return {maker.make(Opcode::Select, {takes, newValue, value}),
            maker.make(Opcode::Select, {takes, newPlace, place})};
  }

  static mlir::Value scatter(mlir::Operation* op, mlir::Value filled, mlir::Value places,
                             OpMaker& maker) {
    int64_t count = typeOf(places).numElements();
    mlir::Value source = maker.reshape(op->getOperand(1), {count});
    mlir::Value indices = maker.reshape(places, {count, 1});
    TensorType element{typeOf(op->getResult(0)).dtype, {}};
    return maker
        .makeWithRegion(Opcode::Scatter, {filled, indices, maker.convert(source, element.dtype)},
                        {{"update_window_dims", Ints{}},
                         {"inserted_window_dims", Ints{0}},
                         {"input_batching_dims", Ints{}},
                         {"scatter_indices_batching_dims", Ints{}},
                         {"scatter_dims_to_operand_dims", Ints{0}},
                         {"index_vector_dim", int64_t(1)}},
                        {{element, element},
                         [&](OpMaker& inner, mlir::ValueRange args) {
                           return inlineBody(op->getRegion(1), args, inner);
                         }})
        .front();
  }
};

struct DecomposeSelectAndScatter : ModulePass<DecomposeSelectAndScatter> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DecomposeSelectAndScatter)
  static constexpr llvm::StringLiteral kName = "lz-decompose-select-and-scatter";
  static constexpr llvm::StringLiteral kSummary =
      "Replace select_and_scatter by reduce_window and scatter.";

  mlir::LogicalResult run(mlir::ModuleOp module) {
    mlir::RewritePatternSet patterns(module.getContext());
    patterns.add<Decompose>(module.getContext());
    return applyPatternsTo(module, {Opcode::SelectAndScatter}, std::move(patterns));
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createDecomposeSelectAndScatterPass() {
  return std::make_unique<DecomposeSelectAndScatter>();
}

} // namespace lz::hlo
