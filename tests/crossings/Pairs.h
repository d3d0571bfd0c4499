// Draws each pair of features equally often, and counts the outcomes of runs in which both features
// changed something. In some runs one of the two features has nothing to change, or the library
// refuses everything.
#pragma once

#include "Run.h"

#include <cstdint>
#include <vector>

namespace lz::crossings {

enum class Outcome : uint8_t { Compared, Refused, Cancelled, Wrong };

class Pairs {
public:
  Pairs();

  // Returns the next pair of features, and often a third feature, in the order of kFeatures.
  Features draw(std::mt19937& random, uint32_t seed);
  void count(const Features& features, Outcome outcome);

  // Prints a line for each pair.
  void print() const;
  // Returns whether all pairs were tested. A pair is not tested if its features have never acted in
  // the same run. It is not tested either if every run with both features was refused, unless a
  // header says that the two exclude each other. If only few programs have run, returns true. If
  // the result is false, prints a message.
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
