// Internal to hlo/tiles/price: how often two nested loops need the parts of a value.
#pragma once

namespace lz::hlo {

// Which of the two loops cut a value into tiles.
struct Cuts {
  bool outer = false, inner = false;
};

// How many tiles the loops have.
struct Trips {
  double outer, inner;

  double all() const { return outer * inner; }
  // Returns how many parts the loops make of a value.
  double parts(Cuts cuts) const { return (cuts.outer ? outer : 1) * (cuts.inner ? inner : 1); }
  // Returns how often the loops need all parts of a value.
  double times(Cuts cuts) const { return all() / parts(cuts); }
  // Returns how many of these parts have been needed between two times at which the loops need the
  // same part.
  double apart(Cuts cuts) const { return cuts.outer ? outer : 1; }
};

} // namespace lz::hlo
