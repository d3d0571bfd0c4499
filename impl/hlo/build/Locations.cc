#include "hlo/build/Bridge.h"

namespace lz::hlo {

// Returns a location such as "net.mlir:3:10". Recorded ops have no column, as in "net.c:3".
static std::string textOf(mlir::FileLineColLoc place) {
  std::string line = absl::StrCat(place.getFilename().str(), ":", place.getLine());
  return place.getColumn() == 0 ? line : absl::StrCat(line, ":", place.getColumn());
}

// Removes a number such as ":7" from the end, and stores it.
static bool takeNumber(llvm::StringRef& text, unsigned& number) {
  auto [rest, last] = text.rsplit(':');
  if (rest.empty() || last.getAsInteger(10, number))
    return false;
  text = rest;
  return true;
}

std::string locationFromIr(mlir::Location location) {
  // Chooses the callee rather than the caller, and the first of fused locations. Nested locations
  // form a tree, so the loop ends.
  mlir::Location here = location;
  std::string name;
  while (true) {
    if (auto file = mlir::dyn_cast<mlir::FileLineColLoc>(here))
      return textOf(file);
    if (auto call = mlir::dyn_cast<mlir::CallSiteLoc>(here)) {
      here = call.getCallee();
      continue;
    }
    if (auto fused = mlir::dyn_cast<mlir::FusedLoc>(here); fused && !fused.getLocations().empty()) {
      here = fused.getLocations().front();
      continue;
    }
    auto named = mlir::dyn_cast<mlir::NameLoc>(here);
    if (!named)
      return name;
    if (name.empty())
      name = named.getName().str();
    here = named.getChildLoc();
  }
}

int32_t locationIdFromIr(mlir::Location location) {
  // Chooses like locationFromIr.
  mlir::Location here = location;
  while (true) {
    if (auto call = mlir::dyn_cast<mlir::CallSiteLoc>(here)) {
      here = call.getCallee();
      continue;
    }
    if (auto fused = mlir::dyn_cast<mlir::FusedLoc>(here); fused && !fused.getLocations().empty()) {
      if (auto index = mlir::dyn_cast_if_present<mlir::IntegerAttr>(fused.getMetadata()))
        return int32_t(index.getInt());
      here = fused.getLocations().front();
      continue;
    }
    auto named = mlir::dyn_cast<mlir::NameLoc>(here);
    if (!named)
      return -1;
    here = named.getChildLoc();
  }
}

mlir::Location locationToIr(mlir::MLIRContext* context, llvm::StringRef text) {
  if (text.empty())
    return mlir::UnknownLoc::get(context);
  llvm::StringRef file = text;
  unsigned last = 0, line = 0;
  if (takeNumber(file, last))
    return takeNumber(file, line) ? mlir::FileLineColLoc::get(context, file, line, last)
                                  : mlir::FileLineColLoc::get(context, file, last, 0);
  return mlir::NameLoc::get(mlir::StringAttr::get(context, text));
}

} // namespace lz::hlo
