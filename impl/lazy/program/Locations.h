// A table of places in the caller's program, so that each op stores only a number.
#pragma once

#include "base/HashMap.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lz::lazy {

using LocationId = int32_t; // -1 if unknown

// The place of an op, as the caller passes it. The pointers are used during the call only.
struct SourceLocation {
  const char* file = nullptr;
  int64_t line = 0;
  const char* name = nullptr;
  // The id of a place that is already in the table. If it is set, the other fields are not read.
  LocationId interned = -1;
};

class Locations {
public:
  // Returns the id of a place. Equal places have the same id. After `kMaxLocations` different
  // places, which happens only if names are made at run time, new places get -1. Thread-safe.
  LocationId intern(const SourceLocation& location);
  // Returns the text of a place: "model.c:12", "model.c:12 (encoder)", or "" for -1. Thread-safe.
  // The reference is valid as long as the table.
  const std::string& text(LocationId id) const;

private:
  static constexpr size_t kMaxLocations = 1 << 20;

  mutable std::mutex mutex_;
  HashMap<std::string, LocationId> ids_; // mutex_ guards this and the fields below
  // Pointers, because text() returns references that must stay valid while the table grows.
  std::vector<std::unique_ptr<const std::string>> texts_;
};

// The last few places that one thread interned, found by the caller's pointers. A caller can reuse
// a pointer for another text, so the texts are compared as well.
class LocationCache {
public:
  LocationId intern(const SourceLocation& location, Locations& table) {
    const bool isKnown = location.interned >= 0 || (!location.file && !location.name);
    return isKnown ? location.interned : look(location, table);
  }

private:
  LocationId look(const SourceLocation& location, Locations& table);

  struct Slot {
    const char* file = nullptr;
    const char* name = nullptr;
    int64_t line = -1;
    std::string fileText, nameText;
    LocationId id = -1;
  };
  static constexpr size_t kSlots = 64;
  Slot slots_[kSlots];
};

} // namespace lz::lazy
