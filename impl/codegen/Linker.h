// Links object files to code in this process, with JITLink.
#pragma once

#include "base/Status.h"

#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"

namespace lz::codegen {

// The code of linked objects, which the destructor unmaps. Kernels can call only memset, memcpy,
// memmove, fmaxf, fminf and lz_is_cancelled (emit/EmitKernel.h).
class LinkedCode {
public:
  // `readers` names the tools that read kernel names (JitSymbols.h).
  static StatusOr<std::unique_ptr<LinkedCode>> create(llvm::StringRef readers);
  ~LinkedCode();

  // Links an object and returns the address of `symbol`. Each object sees only its own symbols, so
  // several objects may define the same symbol. `name` must be unique among the objects.
  StatusOr<void*> link(llvm::ArrayRef<char> object, const std::string& symbol,
                       const std::string& name);

private:
  LinkedCode() = default;
  std::unique_ptr<llvm::orc::ExecutionSession> session_;
  std::unique_ptr<llvm::orc::ObjectLinkingLayer> layer_;
  llvm::orc::JITDylib* runtime_ = nullptr; // holds the functions that kernels call
};

} // namespace lz::codegen
