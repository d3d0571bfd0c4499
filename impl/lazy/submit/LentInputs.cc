#include "lazy/submit/LentInputs.h"

namespace lz::lazy {

LentInputs::LentInputs(RunInputs& inputs) : inputs_(inputs) {
  donated_.reserve(inputs.size());
  for (const RunInput& input : inputs)
    donated_.push_back(input.isDonated());
  for (size_t i = 0; i < inputs.size(); ++i)
    if (donated_[i])
      inputs[i].lend();
}

static bool isOverwritten(const runtime::StorageRef& storage) {
  return storage->state() != runtime::StorageState::Live;
}

// Allocates nothing, because each input must be settled.
void LentInputs::settle(absl::Span<const runtime::StorageRef> args, bool succeeded,
                        Counters& counters) {
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (donated_[i] && !succeeded && !isOverwritten(args[i])) {
      inputs_[i].giveBack(args[i]);
    } else if (donated_[i]) {
      inputs_[i].consume();
      add(counters.donatedInputs);
    }
}

std::vector<size_t> LentInputs::lostFrom(absl::Span<const runtime::StorageRef> args) const {
  std::vector<size_t> lost;
  for (size_t i = 0; i < args.size(); ++i)
    if (donated_[i] && isOverwritten(args[i]))
      lost.push_back(i);
  return lost;
}

} // namespace lz::lazy
