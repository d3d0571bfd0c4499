#include "spec/Accuracy.h"

namespace lz {
namespace {

struct Row {
  Opcode opcode;
  bool strict;
  MachineClass cpu;
  double f32, f64;
  double terms;
};

struct ComplexRow {
  Opcode opcode;
  double c64, c128;
  double partOfC64, partOfC128;
};

#include "spec/Accuracy.inc"

} // namespace

double errorBound(Opcode opcode, bool strict, MachineClass cpu, DType dtype) {
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

ComplexErrorBound complexErrorBound(Opcode opcode, DType dtype) {
  for (const ComplexRow& row : kComplexRows)
    if (row.opcode == opcode)
      return dtype == DType::C128 ? ComplexErrorBound{row.c128, row.partOfC128}
                                  : ComplexErrorBound{row.c64, row.partOfC64};
  return {};
}

} // namespace lz
