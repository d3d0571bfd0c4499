#include "formats/adopt/calls/LapackCalls.h"

#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"
#include "linalg/spec/LapackCheck.h"
#include "linalg/spec/LapackConfig.h"
#include "linalg/spec/LapackTable.h"

#include "mlir/IR/Builders.h"

namespace lz::formats {
namespace {

using Tensor = mlir::RankedTensorType;

std::string configOf(hlo::CustomCallOp call) {
  mlir::Attribute attr = call.getBackendConfigAttr();
  if (auto text = mlir::dyn_cast_or_null<mlir::StringAttr>(attr))
    return text.str();
  std::string config;
  llvm::raw_string_ostream stream(config);
  if (attr)
    attr.print(stream);
  return config;
}

// Returns a number from the configuration of a routine.
int64_t optionOf(hlo::CustomCallOp call, std::string_view name) {
  return linalg::LapackConfig(configOf(call)).number(name);
}

bool isValid(hlo::CustomCallOp call) {
  std::vector<TensorType> operands, results;
  auto isStatic = [](mlir::Type type) {
    auto tensor = mlir::dyn_cast<Tensor>(type);
    return tensor && tensor.hasStaticShape() && hlo::fromIr(type).dtype != DType::Invalid;
  };
  if (!llvm::all_of(call->getOperandTypes(), isStatic) ||
      !llvm::all_of(call->getResultTypes(), isStatic))
    return false;
  for (mlir::Type type : call->getOperandTypes())
    operands.push_back(hlo::fromIr(type));
  for (mlir::Type type : call->getResultTypes())
    results.push_back(hlo::fromIr(type));
  return linalg::checkLapackCall(call.getCallTargetName().str(), configOf(call), operands, results)
      .ok();
}

// Makes ops before a call.
class Ops {
public:
  explicit Ops(hlo::CustomCallOp call) : b_(call), at_(call.getLoc()) {}

  mlir::Builder& attrs() { return b_; }
  template <typename Op, typename... Args> mlir::Value make(Args... args) {
    return b_.create<Op>(at_, args...).getResult();
  }
  mlir::Value zeros(Tensor type) {
    auto zero = mlir::DenseElementsAttr::get(type, b_.getZeroAttr(type.getElementType()));
    return make<hlo::ConstantOp>(type, zero);
  }
  mlir::Value compare(mlir::Value x, mlir::Value y, hlo::ComparisonDirection direction) {
    auto type = mlir::cast<Tensor>(x.getType());
    return make<hlo::CompareOp>(type.clone(b_.getI1Type()), x, y,
                                hlo::ComparisonDirectionAttr::get(b_.getContext(), direction),
                                hlo::ComparisonTypeAttr());
  }
  // Returns a predicate for each element: whether it is in the triangle.
  mlir::Value triangle(Tensor type, bool lower) {
    Tensor places = type.clone(b_.getI32Type());
    auto place = [&](int64_t dim) {
      return make<hlo::IotaOp>(places, b_.getI64IntegerAttr(type.getRank() + dim));
    };
    return compare(place(-2), place(-1),
                   lower ? hlo::ComparisonDirection::GE : hlo::ComparisonDirection::LE);
  }
  // Returns the first element of each matrix. Matrices must not be empty.
  mlir::Value corners(mlir::Value x) {
    auto type = mlir::cast<Tensor>(x.getType());
    llvm::SmallVector<int64_t> limits(type.getShape()), zeros(limits.size(), 0),
        ones(limits.size(), 1);
    limits.back() = limits[limits.size() - 2] = 1;
    mlir::Value slice =
        make<hlo::SliceOp>(type.clone(limits), x, b_.getDenseI64ArrayAttr(zeros),
                           b_.getDenseI64ArrayAttr(limits), b_.getDenseI64ArrayAttr(ones));
    return make<hlo::ReshapeOp>(type.clone(type.getShape().drop_back(2)), slice);
  }

private:
  mlir::OpBuilder b_;
  mlir::Location at_;
};

} // namespace

bool replacePotrf(hlo::CustomCallOp call, mlir::ModuleOp) {
  if (!isValid(call))
    return false;
  Ops ops(call);
  mlir::Value a = call.getOperand(0);
  auto type = mlir::cast<Tensor>(a.getType());
  auto info = mlir::cast<Tensor>(call.getResult(1).getType());
  const bool lower = optionOf(call, "uplo") == 'L';
  mlir::Value factor = ops.make<hlo::CholeskyOp>(type, a, ops.attrs().getBoolAttr(lower));
  call.getResult(0).replaceAllUsesWith(
      ops.make<hlo::SelectOp>(type, ops.triangle(type, lower), factor, a));
  if (type.getShape().back() == 0) {
    call.getResult(1).replaceAllUsesWith(ops.zeros(info));
    return true;
  }
  mlir::Value corner = ops.corners(factor);
  mlir::Value failed = ops.compare(corner, corner, hlo::ComparisonDirection::NE);
  call.getResult(1).replaceAllUsesWith(ops.make<hlo::ConvertOp>(info, failed));
  return true;
}

bool replaceEigh(hlo::CustomCallOp call, mlir::ModuleOp) {
  if (!isValid(call))
    return false;
  mlir::OpBuilder b(call);
  auto letter = [&](llvm::StringRef name, char value) {
    return b.getNamedAttr(name, b.getIntegerAttr(b.getIntegerType(8, /*isSigned=*/false), value));
  };
  auto matrix = mlir::cast<Tensor>(call.getOperand(0).getType());
  llvm::SmallVector<mlir::Type> types(call->getResultTypes());
  types.push_back(Tensor::get(matrix.getShape().drop_back(2), b.getI32Type()));
  const std::string target =
      lapackTargets(linalg::LapackFunction::Syevd, hlo::fromIr(matrix).dtype)[0];
  const mlir::NamedAttribute attrs[] = {
      b.getNamedAttr("call_target_name", b.getStringAttr(target)),
      b.getNamedAttr("backend_config",
                     b.getDictionaryAttr(
                         {letter("mode", 'V'), letter("uplo", char(optionOf(call, "uplo")))}))};
  auto made =
      b.create<hlo::CustomCallOp>(call.getLoc(), mlir::TypeRange(types), call.getOperands(), attrs);
  call->replaceAllUsesWith(made->getResults().drop_back());
  return true;
}

bool replaceTrsm(hlo::CustomCallOp call, mlir::ModuleOp) {
  if (!isValid(call))
    return false;
  Ops ops(call);
  auto flag = [&](llvm::StringRef name, char letter) {
    return ops.attrs().getBoolAttr(optionOf(call, name) == letter);
  };
  const int64_t trans = optionOf(call, "trans_x");
  const hlo::Transposition transposition = trans == 'T'   ? hlo::Transposition::TRANSPOSE
                                           : trans == 'C' ? hlo::Transposition::ADJOINT
                                                          : hlo::Transposition::NO_TRANSPOSE;
  call.getResult(0).replaceAllUsesWith(ops.make<hlo::TriangularSolveOp>(
      call.getResult(0).getType(), call.getOperand(0), call.getOperand(1), flag("side", 'L'),
      flag("uplo", 'L'), flag("diag", 'U'),
      hlo::TranspositionAttr::get(call.getContext(), transposition)));
  return true;
}

} // namespace lz::formats
