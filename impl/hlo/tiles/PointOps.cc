#include "hlo/tiles/PointOps.h"

#include "spec/Identity.h"
#include "spec/OpAttrs.inc.h"

namespace lz::hlo {
namespace {

Dims without(Dims dims, int64_t dim) {
  dims.erase(dims.begin() + dim);
  return dims;
}

} // namespace

Literal identityOfReduce(mlir::Operation* reduce) {
  const std::optional<Opcode> combiner = combinerOf(reduce->getRegion(0));
  if (!combiner || reduce->getNumOperands() != 2)
    return {};
  DType dtype = typeOf(reduce->getResult(0)).dtype;
  const bool rounds = combiner == Opcode::Add || combiner == Opcode::Multiply;
  if (rounds && isFloat(dtype) && storageBits(dtype) < 32)
    dtype = DType::F32;
  return identityOf(*combiner, dtype).value_or(Literal());
}

mlir::Value afterPoints(const TiledDim& tiledDim, const CombinedOp& combined, mlir::Value picked,
                        mlir::Operation* gather, mlir::OpBuilder& builder) {
  if (combined.pointOps.empty())
    return picked;
  mlir::IRMapping values;
  values.map(combined.freed[0], picked);
  for (mlir::Operation* op : combined.pointOps) {
    OpMaker maker(builder, op->getLoc());
    const int64_t dim = tiledDim.tiled.lookup(op);
    TensorType type = typeOf(op->getResult(0));
    type.dims[size_t(dim)] = typeOf(picked).dims[size_t(dim)];
    if (is(op, Opcode::Constant))
      values.map(op->getResult(0), maker.splat(splatOf(op->getResult(0)), type.dims));
    else
      setType(builder.clone(*op, values)->getResult(0), type);
  }
  return values.lookup(gather->getOperand(0));
}

mlir::Value valueOfG(const TiledDim& tiledDim, const Rescaling& rescaling, mlir::Value t,
                     const mlir::IRMapping& rows, mlir::OpBuilder& builder) {
  mlir::IRMapping values;
  values.map(rescaling.t(), t);
  for (mlir::Operation* op : rescaling.tableOps) {
    OpMaker maker(builder, op->getLoc());
    const int64_t dim = tiledDim.tiled.lookup(op);
    TensorType type = typeOf(op->getResult(0));
    type.dims = without(type.dims, dim);
    const TileDims dims = *operandsOfTile(op, dim);
    Values operands;
    for (auto [operand, d] : llvm::zip(op->getOperands(), dims))
      operands.push_back(d != kWhole ? values.lookup(operand)
                         : tiledDim.tiled.contains(operand.getDefiningOp())
                             ? operand
                             : rows.lookupOrDefault(operand));
    if (is(op, Opcode::Constant)) {
      values.map(op->getResult(0), maker.splat(splatOf(op->getResult(0)), type.dims));
    } else if (is(op, Opcode::BroadcastInDim)) {
      AttrsOf<BroadcastInDimAttrs> attrs(op);
      Dims shape;
      Ints into;
      for (auto [d, extent] :
           llvm::zip(attrs.broadcastDimensions(), typeOf(op->getOperand(0)).dims))
        if (d != dim) {
          shape.push_back(extent);
          into.push_back(d - (d > dim));
        }
      values.map(op->getResult(0),
                 maker.broadcast(maker.reshape(operands[0], shape), type.dims, into));
    } else {
      mlir::Operation* copy = builder.clone(*op);
      copy->setOperands(operands);
      setType(copy->getResult(0), type);
      values.map(op->getResult(0), copy->getResult(0));
    }
  }
  return values.lookup(rescaling.g);
}

mlir::Value likeResult(const TiledDim& tiledDim, mlir::Operation* combined,
                       const Rescaling& rescaling, mlir::Value row, const Dims& shape,
                       OpMaker& maker) {
  Ints into = resultDims(combined, rescaling.operand);
  into.erase(into.begin() + tiledDim.combined.find(combined)->second[rescaling.operand]);
  return maker.broadcast(row, shape, into);
}

Values combineResults(mlir::Operation* reduce, mlir::ValueRange a, mlir::ValueRange b,
                      mlir::OpBuilder& builder) {
  if (identityOfReduce(reduce).valid())
    return {
        OpMaker(builder, reduce->getLoc()).make(*combinerOf(reduce->getRegion(0)), {a[0], b[0]})};
  mlir::Block& body = reduce->getRegion(0).front();
  mlir::IRMapping values;
  Values arguments(a);
  arguments.append(b.begin(), b.end());
  values.map(body.getArguments(), arguments);
  for (mlir::Operation& op : body.without_terminator()) {
    mlir::Operation* copy = builder.clone(op, values);
    setType(copy->getResult(0), {typeOf(op.getResult(0)).dtype, typeOf(a[0]).dims});
  }
  Values results;
  for (mlir::Value result : body.getTerminator()->getOperands())
    results.push_back(values.lookup(result));
  return results;
}

} // namespace lz::hlo
