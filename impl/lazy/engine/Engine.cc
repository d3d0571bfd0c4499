#include "lazy/engine/Engine.h"

namespace lz::lazy {

Engine::Engine(EngineOptions options, std::shared_ptr<compiler::Compiler> compiler)
    : options(std::move(options)), compiler(std::move(compiler)),
      cache(this->options.cacheEntries, this->options.cacheBytes, this->options.cacheHashBits,
            counters),
      derivations(this->options.cacheBytes / 4, this->options.cacheHashBits),
      opByOp(this->options.opByOp) {
  watchExit();
}

Status Engine::checkGoesOn(const char* what) {
  if (threadEnds() || processEnds())
    return failedPrecondition("[", what, "] the process or this thread is ending; ", what,
                              " earlier");
  return okStatus();
}

StatusOr<ExecutableRef> Engine::compile(const Program& program,
                                        const compiler::CompileOptions& compileOptions,
                                        const CancelFlag* cancel) {
  LZ_RETURN_IF_ERROR(checkGoesOn("compile"));
  // This call can come from a callback inside of a cancelled run. The cancellation of that run must
  // not cancel this compilation.
  CancelScope scope(cancel ? cancel : &stopped);
  TimedScope timed(counters.compileTime);
  StatusOr<ExecutableRef> executable = compiler->compile(program, compileOptions);
  if (executable.ok() && (*executable)->spec().isShared)
    return executable;
  add(executable.ok() && (*executable)->spec().isLoaded ? counters.diskHits : counters.compiles);
  return executable;
}

StatusOr<ExecutableRef> Engine::load(std::string_view bytes) {
  LZ_RETURN_IF_ERROR(checkGoesOn("load"));
  CancelScope scope(&stopped);
  return compiler->load(bytes, options.compile);
}

void Engine::log(int severity, const std::string& message) const {
  if (options.log)
    options.log(severity, message);
}

} // namespace lz::lazy
