#include "spec/Accuracy.h"

namespace lz {
namespace {

struct Row {
  Opcode opcode;
  bool strict;
  CpuClass cpu;
  double f32, f64;
  double terms;
};

#include "spec/Accuracy.inc"

} // namespace

double errorBound(Opcode opcode, bool strict, CpuClass cpu, DType dtype) {
  for (const Row& row : kRows)
    if (row.opcode == opcode && row.strict == strict && row.cpu == cpu)
      return dtype == DType::F64 ? row.f64 : row.f32;
  return 0;
}

double cancellingTerms(Opcode opcode) {
  for (const Row& row : kRows)
    if (row.opcode == opcode)
      return row.terms;
  return 0;
}

} // namespace lz
