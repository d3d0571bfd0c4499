// A checksum of 64 bits that detects accidental damage. It does not protect against an attacker.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lz::exec {

// Returns the checksum. Inputs that differ in only one word of 8 bytes always have different
// checksums. Other damage remains undetected with a probability of about 2^-64.
inline uint64_t checksum(std::string_view bytes) {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
  uint64_t sum = bytes.size();
  auto add = [&sum](uint64_t word) { sum = std::rotl((sum ^ word) * kOdd, 29); };
  while (bytes.size() >= sizeof sum) {
    uint64_t word;
    std::memcpy(&word, bytes.data(), sizeof word);
    add(word);
    bytes.remove_prefix(sizeof word);
  }
  uint64_t rest = 0;
  std::memcpy(&rest, bytes.data(), bytes.size());
  add(rest);
  return sum * kOdd;
}

} // namespace lz::exec
