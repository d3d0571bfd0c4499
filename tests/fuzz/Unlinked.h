// Loads executables without linking their machine code. The code is kept as bytes and cannot run.
#pragma once

#include "exec/file/ExecutableFile.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lz::fuzz {

class KeptCode final : public MachineCode {
public:
  // Keeps the first `mostBytes` bytes of each object.
  KeptCode(absl::Span<const MachineObject> objects, size_t mostBytes) {
    for (const MachineObject& object : objects) {
      const absl::Span<const char> bytes = object.bytes.subspan(0, mostBytes);
      kept_.emplace_back(object.symbol, std::string(bytes.begin(), bytes.end()));
    }
  }

  std::vector<MachineObject> objects() const override {
    std::vector<MachineObject> objects;
    for (const auto& [symbol, bytes] : kept_)
      objects.push_back({symbol, bytes});
    return objects;
  }

private:
  std::vector<std::pair<std::string, std::string>> kept_;
};

class Unlinked final : public exec::CodeSource {
public:
  explicit Unlinked(size_t mostBytes = SIZE_MAX) : mostBytes_(mostBytes) {}

  StatusOr<Linked> link(absl::Span<const MachineObject> objects) const override {
    return Linked{std::vector<exec::KernelFn>(objects.size(), neverRuns),
                  std::make_shared<KeptCode>(objects, mostBytes_)};
  }
  // Returns kernels with as many rows and columns as the kernels of the library, so that
  // contractions in saved files get a plan.
  const KernelTable& microKernels(DType dtype, MachineClass cpu) const override {
    static const KernelTable narrow[3][2] = {{{4, 4, {}, {}, nullptr}, {4, 2, {}, {}, nullptr}},
                                             {{6, 8, {}, {}, nullptr}, {6, 4, {}, {}, nullptr}},
                                             {{14, 16, {}, {}, nullptr}, {14, 8, {}, {}, nullptr}}};
    static const KernelTable wide[3][2] = {
        {{4, 8, {}, {}, &narrow[0][0]}, {4, 4, {}, {}, &narrow[0][1]}},
        {{6, 16, {}, {}, &narrow[1][0]}, {6, 8, {}, {}, &narrow[1][1]}},
        {{14, 32, {}, {}, &narrow[2][0]}, {14, 16, {}, {}, &narrow[2][1]}}};
    return wide[stepOf(cpu)][dtype == DType::F64];
  }
  const KernelTable* pairKernels(MachineClass cpu) const override {
    return &microKernels(DType::F32, cpu);
  }
  Status checkRuns(MachineClass, const std::string&) const override { return okStatus(); }

private:
  static void neverRuns(void* const*, int64_t, int64_t) { std::abort(); }

  const size_t mostBytes_;
};

} // namespace lz::fuzz
