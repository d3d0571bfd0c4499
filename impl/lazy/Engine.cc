#include "lazy/Engine.h"

namespace lz::lazy {

Engine::Engine(EngineOptions options, std::shared_ptr<Compiler> compiler)
    : options(std::move(options)), compiler(std::move(compiler)),
      cache(this->options.cacheEntries, this->options.cacheHashBits, counters) {}

void Engine::log(int severity, const std::string& message) const {
  if (options.log)
    options.log(severity, message);
}

} // namespace lz::lazy
