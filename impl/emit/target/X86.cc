#include "emit/target/X86.h"

#include "emit/core/HalfFloat.h"
#include "emit/core/LaneBuilder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cmath>

namespace lz::emit {

using mlir::Value;
using FCmp = LaneBuilder::FCmp;
namespace LLVM = mlir::LLVM;

namespace {

constexpr int kRegisterBits = 512; // a register of AVX-512
constexpr int kCurrentRounding = 4;

Value call(LaneBuilder& b, const char* name, mlir::Type type, mlir::ValueRange operands) {
  mlir::StringAttr attr = b.builder().getStringAttr(name);
  return b.builder().create<LLVM::CallIntrinsicOp>(b.loc(), type, attr, operands)->getResult(0);
}

bool isF64(mlir::Type type) {
  return mlir::getElementTypeOrSelf(type).isF64();
}

// Returns the mask operand that enables all lanes of an instruction.
Value allLanes(LaneBuilder& b, mlir::Type type) {
  return b.intConstant(isF64(type) ? 8 : 16, -1);
}

} // namespace

bool X86Target::isFullRegister(mlir::Type type) const {
  auto vector = mlir::dyn_cast<mlir::VectorType>(type);
  return vector && features_.hasAvx512 && vector.getRank() == 1 &&
         vector.getDimSize(0) * vector.getElementTypeBitWidth() == kRegisterBits;
}

Value X86Target::reciprocal(LaneBuilder& b, Value y) const {
  if (!isFullRegister(y.getType()) || isF64(y.getType()))
    return {};
  return call(b, "llvm.x86.avx512.rcp14.ps.512", y.getType(),
              {y, b.constantLike(y, 0.0), allLanes(b, y.getType())});
}

bool X86Target::scalesByPower(mlir::Type type) const {
  return isFullRegister(type);
}

Value X86Target::scaleByPower(LaneBuilder& b, Value p, Value n) const {
  mlir::Type type = p.getType();
  if (!scalesByPower(type))
    return {};
  return call(
      b, isF64(type) ? "llvm.x86.avx512.mask.scalef.pd.512" : "llvm.x86.avx512.mask.scalef.ps.512",
      type, {p, n, b.constantLike(p, 0.0), allLanes(b, type), b.intConstant(32, kCurrentRounding)});
}

// vrange returns the smaller magnitude with the sign of the first operand. If x is NaN, it returns
// the bound.
Value X86Target::clampMagnitude(LaneBuilder& b, Value x, double bound) const {
  constexpr int kSmallerMagnitude = 2;
  mlir::Type type = x.getType();
  if (!isFullRegister(type))
    return {};
  return call(
      b, isF64(type) ? "llvm.x86.avx512.mask.range.pd.512" : "llvm.x86.avx512.mask.range.ps.512",
      type,
      {x, b.constantLike(x, bound), b.intConstant(32, kSmallerMagnitude), b.constantLike(x, 0.0),
       allLanes(b, type), b.intConstant(32, kCurrentRounding)});
}

// No instruction before AVX10.2 gives the maximum and minimum of IEEE 754-2019. LLVM turns `x > y ?
// x : y` into maxps (and minps), which give y for two zeros or if one of them is NaN. So the code
// computes both orders and merges the bits of the two results:
//
//   x, y      maxps(x, y), maxps(y, x)   maximum                       minimum
//   +0, -0    -0, +0                     +0, the bits of both          -0, the bits of either
//   3, NaN    NaN, 3                     NaN, not the bits of both     NaN, the bits of either
//   3, 5      5, 5                       5                             3
//
// A minimum takes three instructions. With AVX-512, a maximum takes three instructions, too.
// Without AVX-512, a maximum takes five instructions, because it tests for NaN. llvm.maximum takes
// five or six instructions, and two of them are blends. If one operand is a constant, one
// instruction is enough, with the constant as the first operand. Two instructions are needed for
// the maximum of +0 and x, and for the minimum of -0 and x.
namespace {

Value winner(LaneBuilder& b, FCmp beats, Value x, Value y) {
  return b.select(b.cmpf(beats, x, y), x, y);
}

// Returns the bits of maxps(x, y) and maxps(y, x), or those of minps, depending on `beats`.
std::pair<Value, Value> winners(LaneBuilder& b, FCmp beats, Value x, Value y) {
  mlir::Type bits = b.builder().getIntegerType(LaneBuilder::widthOf(x));
  return {b.bitcast(winner(b, beats, x, y), bits), b.bitcast(winner(b, beats, y, x), bits)};
}

// Returns the maximum or minimum if one operand is a constant, else null. If the other operand is
// NaN, the comparison is false and the result is the NaN. Equal operands differ only if they are
// zeros. For a constant zero, `winsTies` selects the right one.
Value winnerOverNumber(LaneBuilder& b, bool isGreatest, Value x, Value y) {
  std::optional<double> number = LaneBuilder::numberIn(x);
  Value constant = x, other = y;
  if (!number) {
    number = LaneBuilder::numberIn(y);
    std::swap(constant, other);
  }
  if (!number || std::isnan(*number))
    return {};
  bool winsTies = *number == 0 && std::signbit(*number) != isGreatest;
  FCmp beats = isGreatest ? winsTies ? FCmp::OGE : FCmp::OGT : winsTies ? FCmp::OLE : FCmp::OLT;
  return winner(b, beats, constant, other);
}

} // namespace

Value X86Target::maximum(LaneBuilder& b, Value x, Value y) const {
  if (Value result = winnerOverNumber(b, /*isGreatest=*/true, x, y))
    return result;
  auto [first, second] = winners(b, FCmp::OGT, x, y);
  // The mask has all bits except the sign. So majority() gives the OR of all bits of both results
  // except the sign, and the AND of their signs.
  Value magnitude = b.lshr(b.allOnesLike(first), 1);
  Value bits = majority(b, first, second, magnitude);
  if (!bits) // a value with all bits set is a NaN
    bits = b.select(b.cmpf(FCmp::UNO, x, y), b.allOnesLike(first), b.andi(first, second));
  return b.bitcast(bits, LaneBuilder::elementOf(x));
}

Value X86Target::minimum(LaneBuilder& b, Value x, Value y) const {
  if (Value result = winnerOverNumber(b, /*isGreatest=*/false, x, y))
    return result;
  auto [first, second] = winners(b, FCmp::OLT, x, y);
  return b.bitcast(b.ori(first, second), LaneBuilder::elementOf(x));
}

Value X86Target::majority(LaneBuilder& b, Value x, Value y, Value z) const {
  constexpr int kTwoOfThree = 0xE8; // truth table: bit 4 * x + 2 * y + z is the result
  auto type = mlir::dyn_cast<mlir::VectorType>(x.getType());
  if (!features_.hasAvx512 || !type)
    return {};
  bool isWide = type.getElementTypeBitWidth() == 64;
  const char* name = nullptr;
  switch (type.getNumElements() * type.getElementTypeBitWidth()) {
  case 128:
    name = isWide ? "llvm.x86.avx512.pternlog.q.128" : "llvm.x86.avx512.pternlog.d.128";
    break;
  case 256:
    name = isWide ? "llvm.x86.avx512.pternlog.q.256" : "llvm.x86.avx512.pternlog.d.256";
    break;
  case kRegisterBits:
    name = isWide ? "llvm.x86.avx512.pternlog.q.512" : "llvm.x86.avx512.pternlog.d.512";
    break;
  default:
    return {};
  }
  return call(b, name, type, {x, y, z, b.intConstant(32, kTwoOfThree)});
}

// A table of sixteen powers fills one register (f32) or two (f64) of AVX-512. A table of eight
// powers of f32 fills one register of AVX2.
RegisterTable X86Target::tableOf(mlir::Type element) const {
  if (features_.hasAvx512)
    return {16, kRegisterBits / int(element.getIntOrFloatBitWidth())};
  return !element.isF64() && f32Lanes == 8 && hasFma ? RegisterTable{8, 8} : RegisterTable{};
}

Value X86Target::lookUp(LaneBuilder& b, mlir::DenseElementsAttr table, Value j) const {
  mlir::Type element = table.getElementType();
  mlir::Type type = LaneBuilder::withElement(j.getType(), element);
  auto constant = [&](mlir::DenseElementsAttr attr) -> Value {
    return b.builder().create<mlir::arith::ConstantOp>(b.loc(), attr);
  };
  if (element.isF64()) {
    llvm::SmallVector<double> entries(table.getValues<double>());
    size_t half = entries.size() / 2;
    auto shaped = mlir::cast<mlir::ShapedType>(type);
    auto of = [&](llvm::ArrayRef<double> part) {
      return constant(mlir::DenseElementsAttr::get(shaped, part));
    };
    llvm::ArrayRef<double> all = entries;
    Value low = of(all.take_front(half)), high = of(all.drop_front(half));
    return call(b, "llvm.x86.avx512.vpermi2var.pd.512", type, {low, j, high});
  }
  if (element.isInteger())
    return call(b, "llvm.x86.avx2.permd", type, {constant(table), j});
  return call(
      b, table.getNumElements() == 16 ? "llvm.x86.avx512.permvar.sf.512" : "llvm.x86.avx2.permps",
      type, {constant(table), j});
}

// vcvtneps2bf16 flushes denormals to 0, so vectors that contain a denormal use integer code.
Value X86Target::roundToBf16(LaneBuilder& b, Value x) const {
  auto type = mlir::dyn_cast<mlir::VectorType>(x.getType());
  if (!features_.hasBf16 || !type || type.getDimSize(0) != 16)
    return {};
  constexpr int64_t kDenormal = 0x20;
  mlir::OpBuilder& builder = b.builder();
  Value isDenormal =
      call(b, "llvm.x86.avx512.fpclass.ps.512", type.clone(mlir::Type(builder.getI1Type())),
           {x, b.intConstant(32, kDenormal)});
  Value any = builder.create<mlir::vector::ReductionOp>(b.loc(), mlir::vector::CombiningKind::OR,
                                                        isDenormal);
  mlir::Type i16 = builder.getIntegerType(16);
  auto branch = builder.create<mlir::scf::IfOp>(b.loc(), type.clone(i16), any,
                                                /*withElseRegion=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  builder.create<mlir::scf::YieldOp>(b.loc(), roundToBf16ByIntegers(b, x));
  builder.setInsertionPointToStart(branch.elseBlock());
  Value rounded = call(b, "llvm.x86.avx512bf16.cvtneps2bf16.512",
                       type.clone(mlir::Type(builder.getBF16Type())), x);
  builder.create<mlir::scf::YieldOp>(b.loc(), b.bitcast(rounded, i16));
  return branch.getResult(0);
}

Value X86Target::addPairs(LaneBuilder& b, Value x, Value y, Value sum) const {
  auto halves = mlir::VectorType::get({2 * LaneBuilder::lanesOf(sum)}, b.builder().getBF16Type());
  auto pairs = [&](Value of) -> Value {
    return b.builder().create<LLVM::BitcastOp>(b.loc(), halves, of);
  };
  Value a = pairs(x), c = pairs(y);
  return call(b, "llvm.x86.avx512bf16.dpbf16ps.512", sum.getType(), {sum, a, c});
}

// If the target has vpdpwssd, uses this instruction, since it also adds to the sum. Otherwise uses
// vpmaddwd and an addition. Every CPU class has vpmaddwd.
Value X86Target::addIntegerPairs(LaneBuilder& b, Value x, Value y, Value sum) const {
  int lanes = LaneBuilder::lanesOf(sum);
  if (lanes == 16 && features_.hasVnni)
    return call(b, "llvm.x86.avx512.vpdpwssd.512", sum.getType(), {sum, x, y});
  const char* multiply = lanes == 16  ? "llvm.x86.avx512.pmaddw.d.512"
                         : lanes == 8 ? "llvm.x86.avx2.pmadd.wd"
                         : lanes == 4 ? "llvm.x86.sse2.pmadd.wd"
                                      : nullptr;
  if (!multiply)
    return {};
  auto halves = mlir::VectorType::get({2 * lanes}, b.builder().getI16Type());
  auto pairs = [&](Value of) -> Value {
    return b.builder().create<LLVM::BitcastOp>(b.loc(), halves, of);
  };
  Value a = pairs(x), c = pairs(y);
  return b.addi(sum, call(b, multiply, sum.getType(), {a, c}));
}

// Compresses into a register, because compressing into memory takes a hundred cycles on some CPUs.
Value X86Target::compress(LaneBuilder& b, Value x, Value mask) const {
  if (!isFullRegister(x.getType()) || LaneBuilder::widthOf(x) != 32)
    return {};
  return call(b, "llvm.x86.avx512.mask.compress.v16i32", x.getType(), {x, b.zeroLike(x), mask});
}

// Returns the intrinsic that gathers a whole register by 32-bit indices, or nullptr if there is
// none.
static const char* gatherOf(mlir::VectorType type, Value indices) {
  if (!mlir::getElementTypeOrSelf(indices).isInteger(32))
    return nullptr;
  bool isFloat = mlir::isa<mlir::FloatType>(type.getElementType());
  switch (type.getNumElements() * 100 + type.getElementTypeBitWidth()) {
  case 1632:
    return isFloat ? "llvm.x86.avx512.mask.gather.dps.512" : "llvm.x86.avx512.mask.gather.dpi.512";
  case 864:
    return isFloat ? "llvm.x86.avx512.mask.gather.dpd.512" : "llvm.x86.avx512.mask.gather.dpq.512";
  default:
    return nullptr;
  }
}

// Uses a gather only with AVX-512 and for elements of 4 and 8 bytes. In other cases gathers are
// slow, or LLVM would branch on each bit of the mask. If possible, 32-bit indices are used
// directly, because 64-bit addresses of 16 lanes would need two instructions.
Value X86Target::gather(LaneBuilder& b, mlir::VectorType type, Value base, Value indices,
                        Value mask) const {
  mlir::OpBuilder& builder = b.builder();
  unsigned lanes = unsigned(type.getNumElements()), bytes = type.getElementTypeBitWidth() / 8;
  if (!features_.hasAvx512 || bytes < 4)
    return {};
  if (!mask)
    mask = b.intLike(b.zeroOf(mlir::VectorType::get({lanes}, builder.getI1Type())), -1);
  if (const char* name = gatherOf(type, indices)) {
    Value scale = builder.create<LLVM::ConstantOp>(b.loc(), builder.getI32Type(), int32_t(bytes));
    return call(b, name, type, {b.zeroOf(type), base, indices, mask, scale});
  }
  Value addresses =
      builder.create<LLVM::GEPOp>(b.loc(), LLVM::getFixedVectorType(base.getType(), lanes),
                                  type.getElementType(), base, mlir::ValueRange{indices});
  return builder.create<LLVM::masked_gather>(b.loc(), type, addresses, mask,
                                             mlir::ValueRange{b.zeroOf(type)},
                                             builder.getI32IntegerAttr(int(bytes)));
}

void X86Target::prefetch(LaneBuilder& b, Value address, bool toWrite) const {
  b.builder().create<LLVM::Prefetch>(b.loc(), address, toWrite, /*hint=*/3, /*cache=*/1);
}

void X86Target::fenceStreams(mlir::OpBuilder& builder, mlir::Location loc) const {
  builder.create<LLVM::CallIntrinsicOp>(
      loc, mlir::TypeRange(), builder.getStringAttr("llvm.x86.sse.sfence"), mlir::ValueRange());
}

} // namespace lz::emit
