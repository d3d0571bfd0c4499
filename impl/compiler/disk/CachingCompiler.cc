#include "compiler/disk/CachingCompiler.h"

#include "absl/functional/function_ref.h"
#include "base/Exceptions.h"
#include "base/machine/Reserve.h"
#include "compiler/disk/DiskCache.h"
#include "compiler/disk/OpLocations.h"
#include "compiler/disk/ProgramFile.h"
#include "compiler/disk/ProgramKey.h"
#include "compiler/disk/UsedExecutables.h"
#include "compiler/options/Environment.h"

#include <mutex>
#include <optional>

namespace lz::compiler {
namespace {

using ExecutableRef = std::shared_ptr<const exec::Executable>;

class CachingCompiler final : public Compiler {
public:
  CachingCompiler(std::unique_ptr<Compiler> compiler, DiskCacheOptions options)
      : compiler_(std::move(compiler)), warn_(std::move(options.warn)) {
    if (!options.folder.empty())
      cache_.emplace(std::move(options.folder), options.mostBytes);
  }

  // If there is a cache folder, this function only checks the options. The compiler is prepared
  // later, when a program is not found in the folder.
  Status prepare(const CompileOptions& options) override {
    return cache_ ? cpuOf(options).status() : compiler_->prepare(options);
  }

  StatusOr<ExecutableRef> compile(const Program& program, const CompileOptions& options) override {
    LZ_ASSIGN_OR_RETURN(std::optional<std::string> digest, programDigest(program, options));
    if (!digest)
      return compiler_->compile(program, options);
    if (ExecutableRef shared = used_.find(*digest, program))
      return shared;
    LZ_ASSIGN_OR_RETURN(ExecutableRef executable, findOrCompile(program, options));
    return used_.add(*digest, std::move(executable));
  }

  // Only modules without errors are stored, so a module that is found has no errors.
  StatusOr<Program> parse(const ModuleSource& source, const CompileOptions& options) override {
    const std::optional<std::string> key =
        cache_ ? moduleKey(source, options) : std::optional<std::string>();
    if (!key)
      return compiler_->parse(source, options);
    if (std::optional<Program> found = findProgram(*key))
      return *std::move(found);
    StatusOr<Program> program = compiler_->parse(source, options);
    if (program.ok())
      keep(*key, [&]() -> StatusOr<std::string> { return writeProgram(*program); });
    return program;
  }

  StatusOr<std::string> save(const exec::Executable& executable) override {
    return compiler_->save(executable);
  }
  StatusOr<ExecutableRef> load(std::string_view bytes, const CompileOptions& options) override {
    return compiler_->load(bytes, options);
  }

private:
  StatusOr<ExecutableRef> findOrCompile(const Program& program, const CompileOptions& options) {
    if (!cache_)
      return compiler_->compile(withLocationOfEachOp(program), options);
    LZ_ASSIGN_OR_RETURN(const std::optional<std::string> key, programKey(program, options));
    if (ExecutableRef found = findExecutable(*key, options))
      return withLocations(*found, locationsOf(program), false);
    StatusOr<ExecutableRef> executable = compiler_->compile(withLocationOfEachOp(program), options);
    if (executable.ok())
      keep(*key, [&] { return compiler_->save(**executable); });
    return executable;
  }

  // Returns nullptr if the cache has no file for this key, or if the file cannot be loaded. In both
  // cases the caller compiles the program and writes the file.
  ExecutableRef findExecutable(std::string_view key, const CompileOptions& options) {
    const std::optional<std::string> file = cache_->find(key);
    if (!file)
      return nullptr;
    StatusOr<ExecutableRef> executable = compiler_->load(*file, options);
    if (executable.ok())
      return *std::move(executable);
    if (executable.status().code() == absl::StatusCode::kDataLoss ||
        executable.status().code() == absl::StatusCode::kInvalidArgument)
      cache_->drop(key);
    return nullptr;
  }

  std::optional<Program> findProgram(std::string_view key) {
    const std::optional<std::string> file = cache_->find(key);
    if (!file)
      return std::nullopt;
    // The program takes three times as many bytes in memory as in the file, and the file itself is
    // in memory, too.
    const StatusOr<Reserve> reserve = Reserve::take(4 * int64_t(file->size()), "module");
    if (!reserve.ok())
      return std::nullopt;
    StatusOr<Program> program = readProgram(*file);
    if (program.ok())
      return *std::move(program);
    cache_->drop(key);
    return std::nullopt;
  }

  // Stores a result in the cache. If this fails, the only consequence is that the result is
  // computed again later. So a failure is not an error. `warn` is called for the first failure.
  void keep(std::string_view key, absl::FunctionRef<StatusOr<std::string>()> write) {
    const Status status = caught([&]() -> Status {
      LZ_ASSIGN_OR_RETURN(std::string file, write());
      return cache_->keep(key, file);
    });
    if (!status.ok() && warn_)
      std::call_once(warned_, [&] {
        warn_(
            absl::StrCat("compiled programs are not kept for other processes: ", status.message()));
      });
  }

  const std::unique_ptr<Compiler> compiler_;
  std::optional<DiskCache> cache_;
  UsedExecutables used_;
  const std::function<void(const std::string&)> warn_;
  std::once_flag warned_;
};

} // namespace

std::unique_ptr<Compiler> cachingCompiler(std::unique_ptr<Compiler> compiler,
                                          DiskCacheOptions options) {
  return std::make_unique<CachingCompiler>(std::move(compiler), std::move(options));
}

} // namespace lz::compiler
