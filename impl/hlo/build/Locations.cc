#include "hlo/build/Bridge.h"

namespace lz::hlo {

std::string locationFromIr(mlir::Location location) {
  // Callee before caller, and the first of fused ones; nested locations form a tree without sharing
  // on the way down.
  mlir::Location here = location;
  std::string name;
  while (true) {
    if (auto file = mlir::dyn_cast<mlir::FileLineColLoc>(here))
      return absl::StrCat(file.getFilename().str(), ":", file.getLine());
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

mlir::Location locationToIr(mlir::MLIRContext* context, llvm::StringRef text) {
  if (text.empty())
    return mlir::UnknownLoc::get(context);
  auto [file, line] = text.rsplit(':');
  unsigned number = 0;
  if (!file.empty() && !line.getAsInteger(10, number))
    return mlir::FileLineColLoc::get(context, file, number, 0);
  return mlir::NameLoc::get(mlir::StringAttr::get(context, text));
}

} // namespace lz::hlo
