#include "base/Exhausted.h"

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"

#include <string>

namespace lz {
namespace {

constexpr char kWantedUrl[] = "lazuli/bytes-wanted";
constexpr char kAvailableUrl[] = "lazuli/bytes-available";

void setNumber(Status& status, const char* url, int64_t value) {
  std::string text = absl::StrCat(value);
  status.SetPayload(url, absl::Cord(absl::string_view(text)));
}

int64_t number(const Status& status, const char* url) {
  int64_t value = 0;
  if (auto cord = status.GetPayload(url); cord && absl::SimpleAtoi(std::string(*cord), &value))
    return value;
  return 0;
}

} // namespace

Status outOfMemory() {
  // The status is made when the library is loaded, because there may be no memory for it later. It
  // is never destroyed.
  static const auto* status =
      new Status(resourceExhausted("the process has no memory left: release tensors"));
  return *status;
}
[[maybe_unused]] static const bool madeAtStart = !outOfMemory().ok();

Status exhausted(absl::string_view what, int64_t wanted, int64_t available,
                 absl::string_view remedy) {
  return withBytes(absl::ResourceExhaustedError(absl::StrCat("[", what, "] out of memory: ", wanted,
                                                             " bytes wanted, ", available,
                                                             " available; ", remedy)),
                   wanted, available);
}

Status withBytes(Status status, int64_t wanted, int64_t available) {
  setNumber(status, kWantedUrl, wanted);
  setNumber(status, kAvailableUrl, available);
  return status;
}

int64_t bytesWanted(const Status& status) {
  return number(status, kWantedUrl);
}
int64_t bytesAvailable(const Status& status) {
  return number(status, kAvailableUrl);
}

} // namespace lz
