#include "exec/thunks/products/ContractionTables.h"

#include "exec/tables/Tables.h"
#include "exec/thunks/products/VerifyContraction.h"

namespace lz::exec {
namespace {

using contraction::Axis;
using contraction::OperandSpec;
using contraction::Slices;
using contraction::TiledContraction;
using contraction::WindowAxis;
using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;
using flatbuffers::Vector;

Offset<Vector<const fb::AxisPart*>> writeAxis(FlatBufferBuilder& builder, const Axis& axis) {
  std::vector<fb::AxisPart> parts;
  for (const contraction::AxisPart& part : axis)
    parts.emplace_back(part.extent, part.stride);
  return builder.CreateVectorOfStructs(parts);
}

Axis readAxis(const Vector<const fb::AxisPart*>* parts) {
  Axis axis;
  for (const fb::AxisPart& part : structsOf(parts))
    axis.push_back({part.extent(), part.stride()});
  return axis;
}

Offset<fb::Operand> writeOperand(FlatBufferBuilder& builder, const OperandSpec& o) {
  std::vector<fb::WindowAxis> window;
  for (const WindowAxis& w : o.window)
    window.emplace_back(w.outExtent, w.tapExtent, w.outStride, w.tapStride, w.padLow,
                        w.baseDilation, w.inputExtent, w.elementStride);
  const auto batch = writeAxis(builder, o.batch), rows = writeAxis(builder, o.rows),
             k = writeAxis(builder, o.k);
  return fb::CreateOperand(builder, int32_t(o.dtype), batch, rows, k,
                           builder.CreateVectorOfStructs(window), o.plainRowsLast, o.plainKLast,
                           o.joinsPairs);
}

OperandSpec readOperand(const fb::Operand& o) {
  OperandSpec spec{DType(o.dtype()), readAxis(o.batch()), readAxis(o.rows()), readAxis(o.k()), {}};
  for (const fb::WindowAxis& w : structsOf(o.window()))
    spec.window.push_back({w.out_extent(), w.tap_extent(), w.out_stride(), w.tap_stride(),
                           w.pad_low(), w.base_dilation(), w.input_extent(), w.element_stride()});
  spec.plainRowsLast = o.plain_rows_last();
  spec.plainKLast = o.plain_k_last();
  spec.joinsPairs = o.joins_pairs();
  return spec;
}

// Returns the micro-kernels of the tile. The micro-kernels compute in the type of the tile, or in
// pairs. They have full or half width.
StatusOr<const KernelTable*> kernelsOf(const fb::Tiled& t, MachineClass cpu,
                                       const CodeSource& source) {
  const DType compute = DType(t.compute());
  if (compute != DType::F32 && compute != DType::F64 && compute != DType::S32)
    return damaged("a contraction computes in a type that is not supported");
  const bool pairs = t.pairs() && compute != DType::S32;
  const KernelTable* kernels = pairs ? source.pairKernels(cpu) : &source.microKernels(compute, cpu);
  if (kernels && kernels->columns != t.nr())
    kernels = kernels->narrow;
  if (!kernels || kernels->columns != t.nr())
    return failedPrecondition(
        "[load] the executable uses matrix kernels of ", pairs ? "pairs, " : "", t.nr(),
        " columns wide, which this machine does not have: compile the program on this machine");
  return kernels;
}

std::vector<fb::SlicedArray> writeArrays(const Slices& slices) {
  std::vector<fb::SlicedArray> arrays;
  for (const contraction::SlicedArray& a : slices.arrays)
    arrays.emplace_back(a.bytes, a.rows, a.allRows, a.inScratch);
  return arrays;
}

} // namespace

Offset<fb::Tiled> writeTiled(FlatBufferBuilder& builder, const TiledContraction& t) {
  const auto lhs = writeOperand(builder, t.lhs), rhs = writeOperand(builder, t.rhs);
  const auto batch = writeAxis(builder, t.outBatch), m = writeAxis(builder, t.outM),
             n = writeAxis(builder, t.outN);
  return fb::CreateTiled(builder, int32_t(t.compute), int32_t(t.outType), t.batch, t.m, t.n, t.k,
                         lhs, rhs, batch, m, n, t.largeBlocks, t.pairs, t.mr, t.nr, t.isSwapped,
                         t.outByRows, t.ownByRows, t.adds, t.isInSweep, t.wholeM, t.wholeN);
}

Offset<fb::Slices> writeSlices(FlatBufferBuilder& builder, const Slices& slices) {
  const auto each = writeTiled(builder, slices.each);
  const auto arrays = builder.CreateVectorOfStructs(writeArrays(slices));
  Offset<fb::Tiled> last;
  if (slices.addUp)
    last = writeTiled(builder, slices.last);
  return fb::CreateSlices(builder, each, slices.count, arrays, slices.addUp, last);
}

StatusOr<TiledContraction> readTiled(const fb::Tiled& t, MachineClass cpu,
                                     const CodeSource& source) {
  if (!t.lhs() || !t.rhs())
    return damaged("a contraction has no operands");
  TiledContraction tiled;
  tiled.compute = DType(t.compute());
  tiled.outType = DType(t.out_type());
  tiled.batch = t.batch(), tiled.m = t.m(), tiled.n = t.n(), tiled.k = t.k();
  tiled.lhs = readOperand(*t.lhs());
  tiled.rhs = readOperand(*t.rhs());
  tiled.outBatch = readAxis(t.out_batch());
  tiled.outM = readAxis(t.out_m());
  tiled.outN = readAxis(t.out_n());
  tiled.cpu = cpu;
  LZ_ASSIGN_OR_RETURN(tiled.kernels, kernelsOf(t, cpu, source));
  tiled.largeBlocks = t.large_blocks();
  tiled.pairs = t.pairs();
  tiled.mr = t.mr(), tiled.nr = t.nr();
  tiled.isSwapped = t.is_swapped();
  tiled.outByRows = t.out_by_rows();
  tiled.ownByRows = t.own_by_rows();
  tiled.adds = t.adds();
  tiled.isInSweep = t.is_in_sweep();
  tiled.wholeM = t.whole_m(), tiled.wholeN = t.whole_n();
  if ((tiled.wholeM != 0 && tiled.wholeM < tiled.m) ||
      (tiled.wholeN != 0 && tiled.wholeN < tiled.n))
    return damaged("a contraction is larger than the product that it is a part of");
  if (const Status status = verifyAxes(tiled); !status.ok())
    return damaged(status.message());
  return tiled;
}

StatusOr<Slices> readSlices(const fb::Slices& table, MachineClass cpu, const CodeSource& source) {
  Slices slices;
  const std::vector<fb::SlicedArray> arrays = structsOf(table.arrays());
  if (!table.each() || (table.add_up() && !table.last()) || arrays.size() != slices.arrays.size() ||
      table.count() < 1)
    return damaged("slices of a contraction are incomplete");
  LZ_ASSIGN_OR_RETURN(slices.each, readTiled(*table.each(), cpu, source));
  if (table.add_up()) {
    LZ_ASSIGN_OR_RETURN(slices.last, readTiled(*table.last(), cpu, source));
  }
  slices.count = table.count();
  slices.addUp = table.add_up();
  for (size_t i = 0; i < arrays.size(); ++i) {
    const fb::SlicedArray& a = arrays[i];
    slices.arrays[i] = {a.bytes(), a.rows(), a.all_rows(), a.in_scratch()};
  }
  return slices;
}

} // namespace lz::exec
