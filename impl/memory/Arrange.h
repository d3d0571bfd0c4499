// Chooses the orders and the alternatives of steps, in all lists of a program, so that few bytes
// are alive at a time.
#pragma once

#include "absl/functional/function_ref.h"
#include "memory/Order.h"

namespace lz::memory {

// How the steps of one list run. An empty vector stands for the order of the program, and for no
// alternatives.
struct ListArrangement {
  Order order;
  std::vector<int32_t> alternatives; // by step in the order of the program; -1: none is taken
};

// The element with index i arranges list i (listsOf). An empty arrangement changes nothing.
using Arrangement = std::vector<ListArrangement>;

// Returns whether a list has another order than that of the program.
bool changesOrder(const Arrangement& arrangement);

// Returns the steps in their new orders. If a step takes an alternative, its scratch has the size
// of the alternative, and Step::threads is set.
Steps arranged(Steps steps, const Arrangement& arrangement);

enum class Scratch : uint8_t { Full, Least };

// The best order of each list. `scratch` says whether steps have their full scratch or the least
// possible scratch.
struct BestOrders {
  Scratch scratch;
  std::vector<Order> orders;
  std::vector<int64_t> peaks; // the peak of each list, with the lists inside of it
};

class Arranger {
public:
  // `steps` must outlive the arranger.
  explicit Arranger(const Steps& steps);

  // Returns the bytes that are alive at the peak if nothing is changed.
  int64_t ownPeak();
  // Returns whether some step has an alternative.
  bool hasAlternatives() const;
  // Searches for the best orders. If `candidates` are given, the search begins with them, and takes
  // less time.
  BestOrders bestOrders(Scratch scratch, Work work, const BestOrders* candidates = nullptr);
  // Returns an arrangement in which at most `peak` bytes are alive, if the orders in `best` permit
  // this. A list that fits in the order of the program keeps this order. A step takes the first
  // alternative that fits.
  Arrangement arrangementFor(const BestOrders& best, int64_t peak);
  // Visits the steps that take an alternative.
  void forEachAlternative(const Arrangement& arrangement,
                          absl::FunctionRef<void(const Step&, const Alternative&)> visit) const;
  // Returns the number of steps in all lists.
  int64_t numSteps() const;

private:
  int64_t scratchOf(const Step& step, Scratch scratch) const;
  int64_t insideOf(size_t list, size_t step, const std::vector<int64_t>& peaks) const;
  void setInside(size_t list, Scratch scratch, const std::vector<int64_t>& peaks);
  int32_t alternativeFor(const Step& step, int64_t bytes) const;

  const Steps& steps_;
  std::vector<StepList> lists_;
};

} // namespace lz::memory
