// The CPU classes that code is compiled for. The bits of results may depend on the class, never on
// the machine beyond it.
#pragma once

#include "absl/types/span.h"
#include "base/Status.h"

#include <string>

namespace lz {

enum class CpuClass : uint8_t { V2, Avx2, Avx512 };

// The best class this machine runs, found at run time; LAZULI_CPU lowers it.
CpuClass hostCpuClass();
// All classes that this machine runs, the best one last.
absl::Span<const CpuClass> hostCpuClasses();
StatusOr<CpuClass> parseCpuClass(const std::string& name); // "x86-64-v2", "avx2", "avx512", "host"
std::string cpuClassName(CpuClass cpu);

} // namespace lz
