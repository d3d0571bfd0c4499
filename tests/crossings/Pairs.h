// Pairs of features take turns, and outcomes are counted for the runs in which both acted. That a
// pair was drawn says little if one of the two had nothing to do, or if everything was refused.
#pragma once

#include "Run.h"

#include <cstdint>
#include <vector>

namespace lz::crossings {

enum class Outcome : uint8_t { Compared, Refused, Cancelled, Wrong };

class Pairs {
public:
  Pairs();

  // The features of a program: the next pair, and often a third one, in the order of kFeatures.
  Features draw(std::mt19937& random, uint32_t seed);
  void count(const Features& features, Outcome outcome);

  // Prints a line for each pair.
  void print() const;
  // False, with a message, if there were many programs and a pair has never met, or was always
  // refused although no header says so.
  bool areCovered() const;

private:
  struct Pair {
    size_t first, second; // positions in kFeatures
    int64_t programs = 0, compared = 0, refused = 0, cancelled = 0, wrong = 0;
  };
  Pair& of(size_t first, size_t second);

  std::vector<const char*> names_; // indexed as kFeatures
  std::vector<Pair> pairs_;
  int64_t programs_ = 0;
};

} // namespace lz::crossings
