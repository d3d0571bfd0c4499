// Which vectors the library's own loops over elements may use on this CPU: they are compiled once
// for each level, the rest of the library for the first one. Internal to exec.
#pragma once

namespace lz::exec {

enum class VectorLevel {
  Baseline, // x86-64
  Avx2,     // with F16C and FMA
  Avx512,   // AVX-512 F, BW and VL
};

inline VectorLevel vectorLevel() {
  static const VectorLevel level =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512vl")
          ? VectorLevel::Avx512
      : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c") &&
              __builtin_cpu_supports("fma")
          ? VectorLevel::Avx2
          : VectorLevel::Baseline;
  return level;
}

} // namespace lz::exec
