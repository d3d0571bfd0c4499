#include "compiler/report/Fingerprint.h"

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"

#include "llvm/Support/BLAKE3.h"

namespace lz::compiler {

std::string fingerprintOf(const Program& program, const FingerprintOptions& options) {
  llvm::BLAKE3 hash;
  encode(program, options, [&](const void* data, size_t size) {
    hash.update(llvm::ArrayRef<uint8_t>(static_cast<const uint8_t*>(data), size));
  });
  const auto digest = hash.final<16>();
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()));
}

} // namespace lz::compiler
