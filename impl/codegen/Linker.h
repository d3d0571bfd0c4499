// Object files -> code in this process, by JITLink.
#pragma once

#include "base/Status.h"

#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"

namespace lz::codegen {

// The code of some objects; unmapped with the owner. Kernels call nothing but memset, memcpy,
// memmove, fmaxf, fminf and lz_is_cancelled (emit/EmitKernel.h).
class LinkedCode {
public:
  // `readers` of the names of kernels: JitSymbols.h.
  static StatusOr<std::unique_ptr<LinkedCode>> create(llvm::StringRef readers);
  ~LinkedCode();

  // Gives the address of `symbol`. Each object sees its own symbols only, so objects may define
  // equal ones; `name` is unique among them.
  StatusOr<void*> link(llvm::ArrayRef<char> object, const std::string& symbol,
                       const std::string& name);

private:
  LinkedCode() = default;
  std::unique_ptr<llvm::orc::ExecutionSession> session_;
  std::unique_ptr<llvm::orc::ObjectLinkingLayer> layer_;
  llvm::orc::JITDylib* runtime_ = nullptr; // what kernels call
};

} // namespace lz::codegen
