#include "spec/OpInfo.h"

#include "base/HashMap.h"

namespace lz {
namespace {

#include "spec/OpTable.inc"

static_assert(std::size(kOps) == kNumOpcodes);

HashMap<std::string_view, const OpInfo*> indexByName() {
  HashMap<std::string_view, const OpInfo*> index;
  for (const OpInfo& info : kOps) {
    index.emplace(info.name, &info);
    index.emplace(info.fullName, &info);
  }
  return index;
}

} // namespace

const OpInfo& opInfo(Opcode opcode) {
  return kOps[size_t(opcode)];
}

const OpInfo* findOp(std::string_view name) {
  static const auto* index = new HashMap<std::string_view, const OpInfo*>(indexByName());
  auto found = index->find(name);
  return found == index->end() ? nullptr : found->second;
}

bool accepts(TypeClass types, DType dtype) {
  switch (types) {
  case TypeClass::Float:
    return isFloat(dtype);
  case TypeClass::Int:
    return isInteger(dtype);
  case TypeClass::Bool:
    return dtype == DType::Pred;
  case TypeClass::BoolInt:
    return isInteger(dtype) || dtype == DType::Pred;
  case TypeClass::Number:
    return isInteger(dtype) || isFloat(dtype);
  case TypeClass::Signed:
    return isSignedInt(dtype) || isFloat(dtype);
  case TypeClass::Part:
    return dtype == DType::F32 || dtype == DType::F64;
  case TypeClass::Any:
    return isValid(dtype) && !isComplex(dtype);
  }
  return false;
}

bool accepts(const OpInfo& info, DType dtype) {
  return accepts(info.types, dtype) || (info.takesComplex && isComplex(dtype));
}

std::string_view typeClassName(TypeClass types) {
  switch (types) {
  case TypeClass::Float:
    return "floats";
  case TypeClass::Int:
    return "integers";
  case TypeClass::Bool:
    return "predicates";
  case TypeClass::BoolInt:
    return "predicates or integers";
  case TypeClass::Number:
    return "integers or floats";
  case TypeClass::Signed:
    return "signed integers or floats";
  case TypeClass::Part:
    return "f32 or f64";
  case TypeClass::Any:
    return "of any type";
  }
  return "";
}

} // namespace lz
