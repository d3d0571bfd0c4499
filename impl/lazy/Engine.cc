#include "lazy/Engine.h"

namespace lz::lazy {

Engine::Engine(EngineOptions options, std::shared_ptr<Compiler> compiler)
    : options(std::move(options)), compiler(std::move(compiler)),
      cache(this->options.cacheEntries, this->options.cacheHashBits, counters) {
  watchExit();
}

StatusOr<ExecutableRef> Engine::compile(const Program& program,
                                        const CompileOptions& compileOptions) {
  if (threadEnds() || processEnds())
    return failedPrecondition("[compile] the process or this thread is ending; compile earlier");
  return compiler->compile(program, compileOptions);
}

void Engine::log(int severity, const std::string& message) const {
  if (options.log)
    options.log(severity, message);
}

} // namespace lz::lazy
