// Contractions on register-tiled micro-kernels: operands of any layout are packed into panels or
// read where they lie, so the same kernels serve every transpose, batch and convolution.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/CpuClass.h"
#include "base/DType.h"
#include "base/MicroKernels.h"
#include "base/Status.h"
#include "base/ThreadPool.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lz::contraction {

// One logical matrix dimension (batch, M, N or K) is the row-major product of these; strides are in
// elements.
struct AxisPart {
  int64_t extent;
  int64_t stride;
};
using Axis = std::vector<AxisPart>;

// One spatial axis of a convolution's input. Position out * outStride + tap * tapStride - padLow,
// in units of the dilated input, reads 0 outside the input and between its elements when the base
// is dilated.
struct WindowAxis {
  int64_t outExtent, tapExtent; // output positions, filter taps
  int64_t outStride, tapStride; // window stride, window dilation
  int64_t padLow;
  int64_t baseDilation;
  int64_t inputExtent;
  int64_t elementStride;
};

// An operand addressed as (batch, row, k). With a window, the row index is (rows..., outs...) and
// the k index is (k..., taps...), row-major over the plain parts listed in `rows` and `k` and the
// extents in `window`, which `rows` and `k` do not list. The plain parts come first, or last where
// they are the contiguous ones: features of images whose channels are innermost.
struct OperandSpec {
  DType dtype;                    // in memory; packed as the compute type
  Axis batch, rows, k;            // plain parts; outermost first
  std::vector<WindowAxis> window; // convolution input only; outermost first
  bool plainRowsLast = false, plainKLast = false;
  // Of a contraction of pairs: values 2p and 2p + 1 of k become one while they are packed; k lists
  // values, of bf16.
  bool joinsPairs = false;
};

// out[b, m, n] = sum_k lhs[b, m, k] * rhs[b, n, k]
struct ContractionSpec {
  DType compute =
      DType::F32; // F32 or F64; operands and output are F32, F16, BF16, or F64 all of them
  DType outType = DType::F32;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  OperandSpec lhs, rhs;
  Axis outBatch, outM, outN;             // strides in the output
  CpuClass cpu = CpuClass::V2;           // the program's: of the kernels, and of all loops here
  const MicroKernels* kernels = nullptr; // of the compute type; outlive the spec
  int mr = 0, nr = 0; // a tile: rows, kernels->mostRows at most, and kernels->columns
  // false: tiles of few rows, blocks of one panel and little of k, to test every edge between them.
  bool largeBlocks = true;
  // The output exists only by rows, in scratch, until RowWork has read them; where canKeepRows.
  bool outByRows = false;
  // The private operand exists only by rows, in scratch, which RowWork makes; where canMakeRows.
  bool ownByRows = false;
  // An element is two values of bf16 along k (usePairs), and k counts such pairs.
  bool pairs = false;
  // lhs and rhs, m and n are those of the caller exchanged: a row of the output is one n.
  bool isSwapped = false;
  // The sums are added to what the output holds; where canAdd.
  bool adds = false;

  int64_t outRows() const { return isSwapped ? n : m; } // of a batch element
  // What runContraction needs so that `threads` threads can work; fewer bytes mean fewer threads.
  int64_t scratchBytes(int threads) const;
};

// Has `kernels`, of pairs (base/MicroKernels.h), compute the contraction if both operands are of
// bf16 and it is not small; before chooseTile. Packing, strips and reading in place then take a
// pair for an element of f32. Example, 3 x 5 times 5 x 7: k is 3, and the third pair's high half 0.
void usePairs(ContractionSpec& spec, const MicroKernels& kernels);

// Sets mr and nr, and swaps the operands where that is better; all else but outByRows and ownByRows
// must be set.
void chooseTile(ContractionSpec& spec);

// Work that is done inside the contraction, by the thread that makes some rows of the private
// operand, or has completed some rows of the output, while they are in its caches. A row of the
// output is one m of one batch element (n if isSwapped), number batch * m + m, as the output lies
// in memory (hasDenseRows). A row of an operand holds all of k.
//
//   relu(x @ w + b) of 1024 rows: a thread multiplies 64 rows of x, then a kernel turns these 64
//   rows of the product into rows of the result, and so on
using RowFn = absl::FunctionRef<void(int64_t row, int64_t end, void* address)>;
struct RowWork {
  // Rows [row, end) are complete. `out`: the address of the output, of which nothing but these rows
  // is there if it exists by rows only. Called once for every row, on disjoint ranges at the same
  // time; every output element is the same whatever the ranges are.
  RowFn finish;
  double nsPerRow; // of `finish`, for the grain of the pool only
  // Makes rows [row, end) of the private operand, at their places in an operand at this address.
  // With ownByRows only; called once for every row, before `finish` for rows that depend on it.
  std::optional<RowFn> make = std::nullopt;
};

// Whether the output is row-major: rows of n contiguous elements, row after row.
bool hasDenseRows(const ContractionSpec& spec);
// Whether threads complete rows, or whole batch elements, one after the other, and not columns:
// then RowWork is done while the rows are in a cache, else at the end.
bool completesRows(const ContractionSpec& spec, int threads);
// Whether a thread can complete rows of the output in scratch, all of k and all columns. The
// kernel's fields must be set.
bool canKeepRows(const ContractionSpec& spec);

// Whether sums over a part of k can be added to those over the parts before.
bool canAdd(const ContractionSpec& spec);

// The operand of which each row is read by one thread; all threads read the other one. 0 or 1: lhs
// or rhs, as they were before chooseTile.
int privateOperand(const ContractionSpec& spec);
// Whether that operand is row-major in memory and a thread can take a row of it with all of k at
// once, so that each row is made once.
bool canMakeRows(const ContractionSpec& spec);

// Whether the axes multiply up to batch, m, n and k, and the types and tile sizes are as above.
Status checkContraction(const ContractionSpec& spec);

// `lhs` and `rhs`: as they were before chooseTile. Every output element is one fixed sequence of
// additions along k, so results have the same bits
// for any number of threads. k = 0 gives zeros. `scratch`: scratchBytes(1) or more, aligned to 64;
// `out` overlaps nothing else; it is not used if spec.outByRows, and neither is the private operand
// if spec.ownByRows. `rows`: optional, but not with one of these.
void runContraction(const ContractionSpec& spec, const void* lhs, const void* rhs, void* out,
                    void* scratch, int64_t scratchBytes, ThreadPool& pool,
                    const RowWork* rows = nullptr);

} // namespace lz::contraction
