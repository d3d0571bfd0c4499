// Events. The caller destroys each event that it gets.
#pragma once

#include "Errors.h"

struct PJRT_Event {
  lz::pjrt::Event event; // NULL: it has happened, without an error
};

namespace lz::pjrt {

// Makes an event that has happened.
inline PJRT_Event* happened() {
  return new PJRT_Event{};
}
// Gives the event of the work that makes the tensor.
PJRT_Error* eventOf(const lz_tensor* tensor, PJRT_Event** out);

} // namespace lz::pjrt
