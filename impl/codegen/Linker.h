// Object files -> code in this process, by JITLink.
#pragma once

#include "base/Status.h"

#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"

namespace lz::codegen {

// The code of some objects; unmapped with the owner. Kernels call nothing but memset, memcpy,
// memmove, fmaxf and fminf.
class LinkedCode {
public:
  static StatusOr<std::unique_ptr<LinkedCode>> create();
  ~LinkedCode();

  Status add(llvm::ArrayRef<char> object, const std::string& name);
  // Links what has been added.
  StatusOr<void*> lookup(const std::string& symbol);

private:
  LinkedCode() = default;
  std::unique_ptr<llvm::orc::ExecutionSession> session_;
  std::unique_ptr<llvm::orc::ObjectLinkingLayer> layer_;
  llvm::orc::JITDylib* dylib_ = nullptr;
};

} // namespace lz::codegen
