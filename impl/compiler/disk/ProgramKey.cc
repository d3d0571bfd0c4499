#include "compiler/disk/ProgramKey.h"

#include "base/machine/Caches.h"
#include "base/machine/ProcessLimits.h"
#include "codegen/LlvmTarget.h"
#include "codegen/MicroKernels.h"
#include "compiler/disk/BuildId.h"
#include "compiler/options/Environment.h"
#include "compiler/options/Switches.h"
#include "compiler/report/EncodeProgram.h"
#include "spec/OpAttrs.inc.h"

#include <bit>
#include <cstring>

namespace lz::compiler {
namespace {

// Writes the parts of a key, each after its length.
class KeyWriter {
public:
  void add(int64_t number) { key_.append(reinterpret_cast<const char*>(&number), sizeof number); }
  void add(std::string_view text) {
    add(int64_t(text.size()));
    key_.append(text);
  }
  void append(const void* bytes, size_t size) {
    key_.append(static_cast<const char*>(bytes), size);
  }

  std::string take() { return std::move(key_); }

private:
  std::string key_;
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

// Adds each op in order. The recursion is as deep as the nested regions.
void addOps(KeyWriter& key, const Program& program, const Region& region,
            const exec::HostCalls* calls) {
  for (const Op& op : region.ops) {
    key.add(op.location < 0 ? std::string_view()
                            : std::string_view(program.locations[size_t(op.location)]));
    if (op.opcode == Opcode::CustomCall)
      addHostCall(key, op, calls);
    for (const Region& body : op.regions)
      addOps(key, program, body, calls);
  }
}

// Returns whether the executable may be cached. This is not allowed if the compilation is inspected
// (see programKey), or if this build has no id.
bool isKept(const CompileOptions& options, const Switches& switches) {
  const Environment environment = environmentOf(options);
  return options.dumpDir.empty() && environment.dumpDir.empty() && environment.symbols.empty() &&
         switches.objects && !buildId().empty();
}

// Begins a key. `what` is the kind of value.
KeyWriter keyOf(std::string_view what) {
  KeyWriter key;
  key.add(what);
  key.add(buildId());
  return key;
}

} // namespace

StatusOr<std::optional<std::string>> programKey(const Program& program,
                                                const CompileOptions& options) {
  LZ_ASSIGN_OR_RETURN(MachineClass cpu, cpuOf(options));
  LZ_ASSIGN_OR_RETURN(Switches switches, switchesOf(options));
  if (!isKept(options, switches))
    return std::optional<std::string>();
  KeyWriter key = keyOf("program");
  addMachine(key, cpu, options.threads > 0 ? options.threads : usableCores());
  encode(
      program,
      {cpu, options.numerics == Numerics::Strict, switches, options.tensors, options.budgetBytes},
      [&](const void* bytes, size_t size) { key.append(bytes, size); });
  addOps(key, program, program.body, options.hostCalls.get());
  return std::optional<std::string>(key.take());
}

std::optional<std::string> moduleKey(const ModuleSource& source, const CompileOptions& options) {
  const StatusOr<Switches> switches = switchesOf(options);
  if (!switches.ok() || !isKept(options, *switches))
    return std::nullopt;
  KeyWriter key = keyOf("module");
  key.add(source.name);
  key.add(source.function);
  key.add(source.bytes);
  return key.take();
}

} // namespace lz::compiler
