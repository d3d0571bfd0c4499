#include "hlo/tiles/CountedLoop.h"

namespace lz::hlo {

llvm::SmallVector<mlir::Value> makeLoop(const LoopCount& count, mlir::ValueRange starts,
                                        TripMaker makeTrip, mlir::OpBuilder& builder,
                                        mlir::Location loc) {
  mlir::OperationState state(loc, llvm::StringRef(opInfo(Opcode::While).fullName));
  state.addOperands(count.begin);
  state.addOperands(starts);
  for (mlir::Value operand : state.operands)
    state.addTypes(operand.getType());
  const llvm::SmallVector<mlir::Location> locations(state.types.size(), loc);
  mlir::OpBuilder inside(builder.getContext());
  OpMaker maker(inside, loc);
  auto addBody = [&]() -> mlir::Block& {
    mlir::Block& block = state.addRegion()->emplaceBlock();
    block.addArguments(state.types, locations);
    inside.setInsertionPointToEnd(&block);
    return block;
  };
  auto number = [&](int64_t value) { return maker.splat(LoopCount::type(), double(value)); };
  mlir::Block& condition = addBody();
  mlir::Value end = count.end ? count.end : number(count.endNumber);
  inside.create<ReturnOp>(loc, maker.compare("LT", condition.getArgument(0), end));
  mlir::Block& body = addBody();
  mlir::Value counter = body.getArgument(0);
  llvm::SmallVector<mlir::Value> next = {maker.make(Opcode::Add, {counter, number(count.step)})};
  next.append(makeTrip(inside, counter, mlir::ValueRange(body.getArguments()).drop_front()));
  inside.create<ReturnOp>(loc, next);
  return llvm::SmallVector<mlir::Value>(builder.create(state)->getResults().drop_front());
}

} // namespace lz::hlo
