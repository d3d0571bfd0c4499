// 64 bits that tell damaged bytes from whole ones; no protection from who means to damage them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lz::exec {

// Each step can be undone, so bytes that differ in one word of 8 never have one checksum; any other
// damage passes once in 2^64 times.
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
