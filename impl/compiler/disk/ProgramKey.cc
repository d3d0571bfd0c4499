#include "compiler/disk/ProgramKey.h"

#include "absl/functional/function_ref.h"
#include "base/machine/Caches.h"
#include "base/machine/ProcessLimits.h"
#include "codegen/LlvmTarget.h"
#include "codegen/MicroKernels.h"
#include "compiler/disk/BuildId.h"
#include "compiler/disk/OpLocations.h"
#include "compiler/options/Environment.h"
#include "compiler/options/Switches.h"
#include "compiler/report/EncodeProgram.h"
#include "spec/OpAttrs.inc.h"

#include "llvm/Support/BLAKE3.h"

#include <bit>
#include <utility>

namespace lz::compiler {
namespace {

// Writes the parts of a key, each after its length.
class KeyWriter {
public:
  using Sink = absl::FunctionRef<void(const void* bytes, size_t size)>;

  // `what` is the kind of value. The writer refers to `sink`, so `sink` must live longer.
  KeyWriter(Sink sink, std::string_view what) : sink_(sink) {
    add(what);
    add(buildId());
  }

  void add(int64_t number) { append(&number, sizeof number); }
  void add(std::string_view text) {
    add(int64_t(text.size()));
    append(text.data(), text.size());
  }
  void append(const void* bytes, size_t size) { sink_(bytes, size); }

private:
  const Sink sink_;
};

void addMachine(KeyWriter& key, MachineClass cpu, int threads) {
  const Caches& sizes = caches();
  key.add(codegen::extraFeatures(cpu));
  key.add(codegen::pairKernels(cpu) != nullptr);
  key.add(codegen::hasVnni(cpu));
  for (int64_t number : {sizes.second, sizes.last, sizes.cores, int64_t(threads)})
    key.add(number);
}

void addHostCall(KeyWriter& key, const Op& op, const exec::HostCalls* calls) {
  const exec::HostCallRef call =
      calls ? calls->find(CustomCallAttrs(op.attrs).callTargetName()) : nullptr;
  key.add(call != nullptr);
  if (!call)
    return;
  const exec::HostCallTraits& traits = call->traits();
  key.add(traits.hasEffects);
  key.add(traits.onProgramThread);
  key.add(std::bit_cast<int64_t>(traits.ns));
  key.add(int64_t(traits.aliases.size()));
  for (const exec::HostAlias& alias : traits.aliases) {
    key.add(int64_t(alias.result));
    key.add(int64_t(alias.operand));
  }
}

// Adds each host call in order. The recursion is as deep as the nested regions.
void addHostCalls(KeyWriter& key, const Region& region, const exec::HostCalls* calls) {
  for (const Op& op : region.ops) {
    if (op.opcode == Opcode::CustomCall)
      addHostCall(key, op, calls);
    for (const Region& body : op.regions)
      addHostCalls(key, body, calls);
  }
}

// Returns whether the executable may be cached. This is not allowed if the compilation is inspected
// (see programKey), or if this build has no id.
bool isKept(const CompileOptions& options, const Switches& switches) {
  const Environment environment = environmentOf(options);
  return options.dumpDir.empty() && environment.dumpDir.empty() && environment.symbols.empty() &&
         switches.objects && !buildId().empty();
}

// Writes the key of a program. Returns false if its executable must not be cached.
StatusOr<bool> writeProgramKey(const Program& program, const CompileOptions& options,
                               KeyWriter::Sink sink) {
  LZ_ASSIGN_OR_RETURN(MachineClass cpu, cpuOf(options));
  LZ_ASSIGN_OR_RETURN(Switches switches, switchesOf(options));
  if (!isKept(options, switches))
    return false;
  KeyWriter key(sink, "program");
  addMachine(key, cpu, options.threads > 0 ? options.threads : usableCores());
  encode(
      program,
      {cpu, options.numerics == Numerics::Strict, switches, options.tensors, options.budgetBytes},
      [&](const void* bytes, size_t size) { key.append(bytes, size); });
  // If there is a budget, the executable has the texts ExecutableSpec::moves. These texts contain
  // locations.
  if (options.budgetBytes > 0)
    for (const std::string& location : locationsOf(program))
      key.add(location);
  addHostCalls(key, program.body, options.hostCalls.get());
  return true;
}

} // namespace

StatusOr<std::optional<std::string>> programKey(const Program& program,
                                                const CompileOptions& options) {
  std::string key;
  LZ_ASSIGN_OR_RETURN(bool isKept,
                      writeProgramKey(program, options, [&](const void* bytes, size_t size) {
                        key.append(static_cast<const char*>(bytes), size);
                      }));
  return isKept ? std::optional(std::move(key)) : std::nullopt;
}

StatusOr<std::optional<std::string>> programDigest(const Program& program,
                                                   const CompileOptions& options) {
  llvm::BLAKE3 hash;
  LZ_ASSIGN_OR_RETURN(
      bool isKept, writeProgramKey(program, options, [&](const void* bytes, size_t size) {
        hash.update(llvm::ArrayRef<uint8_t>(static_cast<const uint8_t*>(bytes), size));
      }));
  if (!isKept)
    return std::optional<std::string>();
  const auto digest = hash.final<32>();
  return std::optional<std::string>(std::in_place, reinterpret_cast<const char*>(digest.data()),
                                    digest.size());
}

std::optional<std::string> moduleKey(const ModuleSource& source, const CompileOptions& options) {
  const StatusOr<Switches> switches = switchesOf(options);
  if (!switches.ok() || !isKept(options, *switches))
    return std::nullopt;
  std::string bytes;
  const auto append = [&](const void* part, size_t size) {
    bytes.append(static_cast<const char*>(part), size);
  };
  KeyWriter key(append, "module");
  key.add(source.name);
  key.add(source.function);
  key.add(source.bytes);
  return bytes;
}

} // namespace lz::compiler
