// Compiles the same code for each CPU class. The code is a function object with a template
// run<kBytes>(). kBytes is the size of a register. run() must be LZ_INLINE, so that it is compiled
// with the instructions of the CPU class. Inside of run(), vectors must be passed by reference.
//
//   struct Add { template <int kBytes> LZ_INLINE void run() const; };
//   runForClass(cpu, Add{...});
#pragma once

#include "base/machine/Registers.h"

namespace lz::contraction {

#define LZ_INLINE __attribute__((always_inline)) inline

template <typename Body>
__attribute__((target("avx512f,avx512vl,fma"))) void runAvx512(const Body& body) {
  body.template run<vectorBytes(MachineClass::Avx512)>();
}
template <typename Body> __attribute__((target("avx2,fma"))) void runAvx2(const Body& body) {
  body.template run<vectorBytes(MachineClass::Avx2)>();
}

template <typename Body> void runForClass(MachineClass cpu, const Body& body) {
  switch (cpu) {
  case MachineClass::Avx512:
    return runAvx512(body);
  case MachineClass::Avx2:
    return runAvx2(body);
  case MachineClass::X86V2:
    return body.template run<vectorBytes(MachineClass::X86V2)>();
  }
}

} // namespace lz::contraction
