#include "codegen/Linker.h"

#include "base/Cancel.h"
#include "codegen/JitSymbols.h"
#include "emit/EmitKernel.h"

#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ExecutorProcessControl.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>
#include <cstring>

namespace lz::codegen {
namespace orc = llvm::orc;

static Status toStatus(llvm::Error error) {
  if (!error)
    return okStatus();
  return internalError("[codegen] linking: ", llvm::toString(std::move(error)));
}

static int64_t isRunCancelled() {
  return isCancelled();
}

StatusOr<std::unique_ptr<LinkedCode>> LinkedCode::create(llvm::StringRef readers) {
  auto control = orc::SelfExecutorProcessControl::Create(
      nullptr, std::make_unique<orc::InPlaceTaskDispatcher>());
  if (!control)
    return toStatus(control.takeError());
  std::unique_ptr<LinkedCode> code(new LinkedCode);
  code->session_ = std::make_unique<orc::ExecutionSession>(std::move(*control));
  // This reporter drops the errors, because lookup() returns them to the caller, too.
  code->session_->setErrorReporter([](llvm::Error error) { llvm::consumeError(std::move(error)); });
  code->layer_ = std::make_unique<orc::ObjectLinkingLayer>(*code->session_);
  LZ_RETURN_IF_ERROR(announceSymbols(readers, *code->session_, *code->layer_));
  code->runtime_ = &code->session_->createBareJITDylib("<runtime>");
  orc::SymbolMap symbols;
  auto define = [&](const char* name, void* address) {
    symbols[code->session_->intern(name)] = {orc::ExecutorAddr::fromPtr(address),
                                             llvm::JITSymbolFlags::Exported |
                                                 llvm::JITSymbolFlags::Callable};
  };
  define(emit::kIsCancelled, reinterpret_cast<void*>(&isRunCancelled));
  define("memset", reinterpret_cast<void*>(&std::memset));
  define("memcpy",
         reinterpret_cast<void*>(static_cast<void* (*)(void*, const void*, size_t)>(&std::memcpy)));
  define("memmove", reinterpret_cast<void*>(&std::memmove));
  // If the target has no vectors of f16, LLVM generates calls of these functions for the maximum
  // and the minimum of two f16.
  define("fmaxf", reinterpret_cast<void*>(static_cast<float (*)(float, float)>(&::fmaxf)));
  define("fminf", reinterpret_cast<void*>(static_cast<float (*)(float, float)>(&::fminf)));
  LZ_RETURN_IF_ERROR(toStatus(code->runtime_->define(orc::absoluteSymbols(std::move(symbols)))));
  return code;
}

LinkedCode::~LinkedCode() {
  if (!session_)
    return;
  llvm::consumeError(session_->endSession());
  layer_.reset();
}

StatusOr<void*> LinkedCode::link(llvm::ArrayRef<char> object, const std::string& symbol,
                                 const std::string& name) {
  orc::JITDylib& dylib = session_->createBareJITDylib(name);
  dylib.addToLinkOrder(*runtime_);
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()}, name);
  LZ_RETURN_IF_ERROR(toStatus(layer_->add(dylib, std::move(buffer))));
  auto found = session_->lookup({&dylib}, symbol);
  if (!found)
    return toStatus(found.takeError());
  return found->getAddress().toPtr<void*>();
}

} // namespace lz::codegen
