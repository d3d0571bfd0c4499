#include "formats/vhlo/Convert.h"
#include "hlo/ir/Dialect.h"

namespace lz::formats {
namespace {

constexpr int64_t kUnknown = 0; // type of the channel of a collective op

// A true flag becomes a unit attribute; a false one is removed.
void convertFlag(mlir::NamedAttrList& attributes, llvm::StringRef name) {
  auto flag = mlir::dyn_cast_or_null<mlir::BoolAttr>(attributes.get(name));
  if (flag && flag.getValue())
    attributes.set(name, mlir::UnitAttr::get(flag.getContext()));
  else if (flag)
    attributes.erase(name);
}

} // namespace

void convertChannels(mlir::NamedAttrList& attributes, mlir::MLIRContext* context) {
  const bool isTransfer = bool(attributes.get("channel_type"));
  const std::optional<int64_t> channel = takeNumber(attributes, "channel_id");
  const int64_t type = takeNumber(attributes, "channel_type").value_or(kUnknown);
  if (channel && (*channel != 0 || isTransfer))
    attributes.set("channel_handle", hlo::ChannelHandleAttr::get(context, *channel, type));
  convertFlag(attributes, "use_global_device_ids");
  convertFlag(attributes, "has_dynamic_root");
  auto pairs =
      mlir::dyn_cast_or_null<mlir::DenseElementsAttr>(attributes.get("source_target_pairs"));
  if (isTransfer && pairs && pairs.getNumElements() == 0)
    attributes.erase("source_target_pairs");
}

} // namespace lz::formats
