// Pairs of features: each comes in turn, and what became of the runs in which both acted is
// counted. A pair that was drawn says little where one of the two had nothing to do, or where all
// was refused.
#pragma once

#include "Run.h"

#include <cstdint>
#include <vector>

namespace lz::crossings {

enum class Outcome : uint8_t { Compared, Refused, Cancelled, Wrong };

class Pairs {
public:
  Pairs();

  // The features of a program: the pair whose turn it is, and often a third one, in the order of
  // kFeatures.
  Features draw(std::mt19937& random, uint32_t seed);
  void count(const Features& features, Outcome outcome);

  // A line per pair.
  void print() const;
  // False, and says why, where the programs were many and a pair has never met, or was always
  // refused though no header says that it is.
  bool areCovered() const;

private:
  struct Pair {
    size_t first, second; // in kFeatures
    int64_t programs = 0, compared = 0, refused = 0, cancelled = 0, wrong = 0;
  };
  Pair& of(size_t first, size_t second);

  std::vector<const char*> names_; // of kFeatures
  std::vector<Pair> pairs_;
  int64_t programs_ = 0;
};

} // namespace lz::crossings
