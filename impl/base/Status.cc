#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "base/Placed.h"
#include "base/StatusDetails.h"

#include <string>

namespace lz {
namespace {

constexpr char kOpUrl[] = "lazuli/op";
constexpr char kLocationUrl[] = "lazuli/location";
constexpr char kOperandUrl[] = "lazuli/operand";
constexpr char kVerbatimUrl[] = "lazuli/verbatim";

// Adds a payload, unless the status has one for this url. The first payload stays because it comes
// from the innermost function and is the most precise.
Status annotate(Status status, const char* url, absl::string_view text) {
  if (!status.ok() && !text.empty() && !status.GetPayload(url))
    status.SetPayload(url, absl::Cord(text));
  return status;
}

std::string payload(const Status& status, const char* url) {
  auto cord = status.GetPayload(url);
  return cord ? std::string(*cord) : std::string();
}

} // namespace

// Payloads are copied as strings. Copying a Cord would need a library of Abseil on which
// liblazuli.a does not depend.
Status withMessage(const Status& status, absl::string_view message) {
  Status result(status.code(), message);
  status.ForEachPayload([&](absl::string_view url, const absl::Cord& payload) {
    std::string text(payload);
    result.SetPayload(url, absl::Cord(absl::string_view(text)));
  });
  return result;
}

Status withOp(Status status, absl::string_view opName) {
  return annotate(std::move(status), kOpUrl, opName);
}
Status withLocation(Status status, absl::string_view location) {
  return annotate(std::move(status), kLocationUrl, location);
}
Status withOperand(Status status, int32_t operand) {
  std::string text = absl::StrCat(operand);
  return annotate(std::move(status), kOperandUrl, text);
}
int32_t operandOf(const Status& status) {
  int32_t operand = -1;
  if (auto cord = status.GetPayload(kOperandUrl))
    (void)absl::SimpleAtoi(std::string(*cord), &operand);
  return operand;
}
Status verbatim(Status status) {
  return annotate(std::move(status), kVerbatimUrl, "1");
}
bool isVerbatim(const Status& status) {
  return status.GetPayload(kVerbatimUrl).has_value();
}
Status placed(Status status, absl::string_view opName, absl::string_view location) {
  status.ErasePayload(kOpUrl);
  status.ErasePayload(kLocationUrl);
  return withLocation(withOp(std::move(status), opName), location);
}
std::string opOf(const Status& status) {
  return payload(status, kOpUrl);
}
std::string locationOf(const Status& status) {
  return payload(status, kLocationUrl);
}

} // namespace lz
