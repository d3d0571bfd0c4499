#include "codegen/JitSymbols.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/Orc/DebugObjectManagerPlugin.h"
#include "llvm/ExecutionEngine/Orc/EPCDebugObjectRegistrar.h"
#include "llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderGDB.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace lz::codegen {
namespace {

namespace jitlink = llvm::jitlink;
namespace orc = llvm::orc;

// Appends a line for each function, with its address, size and name: "7f3c2a001000 1a4 loop_add_0".
// Failures to write are ignored, since programs do not need the file.
void appendToPerfMap(jitlink::LinkGraph& graph) {
  std::error_code error;
  std::string path = llvm::formatv("/tmp/perf-{0}.map", llvm::sys::Process::getProcessId());
  llvm::raw_fd_ostream out(path, error, llvm::sys::fs::OF_Append);
  if (error)
    return;
  std::string lines;
  for (jitlink::Symbol* symbol : graph.defined_symbols())
    if (symbol->hasName() && symbol->isCallable())
      lines += llvm::formatv("{0:x-} {1:x-} {2}\n", symbol->getAddress().getValue(),
                             symbol->getSize(), symbol->getName());
  out << lines;
}

class PerfMap : public orc::ObjectLinkingLayer::Plugin {
public:
  void modifyPassConfig(orc::MaterializationResponsibility&, jitlink::LinkGraph&,
                        jitlink::PassConfiguration& passes) override {
    passes.PostFixupPasses.push_back([](jitlink::LinkGraph& graph) {
      appendToPerfMap(graph);
      return llvm::Error::success();
    });
  }
  llvm::Error notifyFailed(orc::MaterializationResponsibility&) override {
    return llvm::Error::success();
  }
  llvm::Error notifyRemovingResources(orc::JITDylib&, orc::ResourceKey) override {
    return llvm::Error::success();
  }
  void notifyTransferringResources(orc::JITDylib&, orc::ResourceKey, orc::ResourceKey) override {}
};

void registerWithGdb(orc::ExecutionSession& session, orc::ObjectLinkingLayer& layer) {
  auto registrar = std::make_unique<orc::EPCDebugObjectRegistrar>(
      session, orc::ExecutorAddr::fromPtr(&llvm_orc_registerJITLoaderGDBWrapper));
  layer.addPlugin(std::make_unique<orc::DebugObjectManagerPlugin>(
      session, std::move(registrar), /*RequireDebugSections=*/false, /*AutoRegisterCode=*/true));
}

} // namespace

Status announceSymbols(llvm::StringRef readers, orc::ExecutionSession& session,
                       orc::ObjectLinkingLayer& layer) {
  for (llvm::StringRef word : llvm::split(readers, ',')) {
    if (word == "perf")
      layer.addPlugin(std::make_unique<PerfMap>());
    else if (word == "gdb")
      registerWithGdb(session, layer);
    else if (!word.empty())
      return invalidArgument("LAZULI_SYMBOLS: \"", word.str(),
                             "\" is unknown; use perf, gdb or both");
  }
  return okStatus();
}

} // namespace lz::codegen
