// Makes errors of one style. Status and StatusOr are Abseil's. The code of an error says whose
// fault it is. The message names the op, the shapes and the remedy.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

#include <string_view>
#include <type_traits>
#include <utility>

namespace lz {

using absl::Status;
using absl::StatusOr;

inline Status okStatus() {
  return absl::OkStatus();
}

namespace detail {
// Converts a string_view, because Abseil may be built with a string_view of its own.
inline absl::string_view piece(std::string_view text) {
  return {text.data(), text.size()};
}
inline const char* piece(const char* text) {
  return text;
}
template <typename T>
  requires(!std::is_convertible_v<const T&, std::string_view>)
const T& piece(const T& value) {
  return value;
}
} // namespace detail

// For mistakes of the caller: a bad shape, dtype, handle or option.
template <typename... Parts> Status invalidArgument(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(detail::piece(parts)...));
}
// For valid requests that Lazuli does not support yet. The message names the op.
template <typename... Parts> Status unimplemented(const Parts&... parts) {
  return absl::UnimplementedError(absl::StrCat(detail::piece(parts)...));
}
// For requests that exceed the memory or the budget.
template <typename... Parts> Status resourceExhausted(const Parts&... parts) {
  return absl::ResourceExhaustedError(absl::StrCat(detail::piece(parts)...));
}
template <typename... Parts> Status failedPrecondition(const Parts&... parts) {
  return absl::FailedPreconditionError(absl::StrCat(detail::piece(parts)...));
}
// For bugs in Lazuli. The message asks the user to report it.
template <typename... Parts> Status internalError(const Parts&... parts) {
  return absl::InternalError(
      absl::StrCat(detail::piece(parts)..., " (a bug in Lazuli: please report it)"));
}

// Replaces the message of the status and keeps its other details, such as the op and the location.
Status withMessage(const Status& status, absl::string_view message);

// These functions attach details to an error: the name of the op, and the location of the call as
// "file:line". The message does not change.
Status withOp(Status status, absl::string_view opName);
Status withLocation(Status status, absl::string_view location);
std::string opOf(const Status& status);       // "" when unset
std::string locationOf(const Status& status); // "" when unset

} // namespace lz

#define LZ_CONCAT_INNER(a, b) a##b
#define LZ_CONCAT(a, b) LZ_CONCAT_INNER(a, b)

// Example: LZ_RETURN_IF_ERROR(checkType(t));
#define LZ_RETURN_IF_ERROR(expr)                                                                   \
  do {                                                                                             \
    if (::lz::Status lzStatus = (expr); !lzStatus.ok())                                            \
      return lzStatus;                                                                             \
  } while (0)

// Example: LZ_ASSIGN_OR_RETURN(auto types, inferTypes(query));
#define LZ_ASSIGN_OR_RETURN(decl, expr)                                                            \
  auto LZ_CONCAT(lzOr, __LINE__) = (expr);                                                         \
  if (!LZ_CONCAT(lzOr, __LINE__).ok())                                                             \
    return LZ_CONCAT(lzOr, __LINE__).status();                                                     \
  decl = *std::move(LZ_CONCAT(lzOr, __LINE__))
