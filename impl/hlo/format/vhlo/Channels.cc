#include "hlo/format/vhlo/Convert.h"
#include "hlo/ir/Dialect.h"

namespace lz::hlo {
namespace {

constexpr int64_t kBetweenDevices = 1;

void dropIfFalse(mlir::NamedAttrList& attributes, llvm::StringRef name) {
  auto flag = mlir::dyn_cast_or_null<mlir::BoolAttr>(attributes.get(name));
  if (flag && !flag.getValue())
    attributes.erase(name);
}

} // namespace

void convertChannels(mlir::NamedAttrList& attributes, mlir::MLIRContext* context) {
  const bool isTransfer = bool(attributes.get("channel_type"));
  const std::optional<int64_t> channel = takeNumber(attributes, "channel_id");
  const int64_t type = takeNumber(attributes, "channel_type").value_or(kBetweenDevices);
  if (channel && (*channel != 0 || isTransfer))
    attributes.set("channel_handle", ChannelHandleAttr::get(context, *channel, type));
  dropIfFalse(attributes, "use_global_device_ids");
  if (attributes.get("use_global_device_ids"))
    attributes.set("use_global_device_ids", mlir::UnitAttr::get(context));
  dropIfFalse(attributes, "has_dynamic_root");
  auto pairs =
      mlir::dyn_cast_or_null<mlir::DenseElementsAttr>(attributes.get("source_target_pairs"));
  if (isTransfer && pairs && pairs.getNumElements() == 0)
    attributes.erase("source_target_pairs");
}

} // namespace lz::hlo
