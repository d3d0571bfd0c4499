#include "Handles.h"
#include "lazuli/dlpack_types.h"
#include "tensor/HostData.h"

using namespace lz;
using namespace lz::capi;

struct SmallFloatCode {
  uint8_t code;
  DType dtype;
};
static constexpr SmallFloatCode kSmallFloats[] = {
    {kDLFloat8_e3m4, DType::F8E3M4},
    {kDLFloat8_e4m3, DType::F8E4M3},
    {kDLFloat8_e4m3b11fnuz, DType::F8E4M3B11FNUZ},
    {kDLFloat8_e4m3fn, DType::F8E4M3FN},
    {kDLFloat8_e4m3fnuz, DType::F8E4M3FNUZ},
    {kDLFloat8_e5m2, DType::F8E5M2},
    {kDLFloat8_e5m2fnuz, DType::F8E5M2FNUZ},
    {kDLFloat8_e8m0fnu, DType::F8E8M0FNU},
    {kDLFloat4_e2m1fn, DType::F4E2M1FN},
};

static StatusOr<DType> dtypeFrom(DLDataType type) {
  static constexpr struct {
    uint8_t code, bits;
    DType dtype;
  } kTypes[] = {
      {kDLBool, 8, DType::Pred},    {kDLInt, 8, DType::S8},       {kDLInt, 16, DType::S16},
      {kDLInt, 32, DType::S32},     {kDLInt, 64, DType::S64},     {kDLUInt, 8, DType::U8},
      {kDLUInt, 16, DType::U16},    {kDLUInt, 32, DType::U32},    {kDLUInt, 64, DType::U64},
      {kDLFloat, 16, DType::F16},   {kDLFloat, 32, DType::F32},   {kDLFloat, 64, DType::F64},
      {kDLBfloat, 16, DType::BF16}, {kDLComplex, 64, DType::C64}, {kDLComplex, 128, DType::C128},
      {kDLInt, 4, DType::S4},       {kDLInt, 2, DType::S2},       {kDLUInt, 4, DType::U4},
      {kDLUInt, 2, DType::U2},
  };
  for (const SmallFloatCode& row : kSmallFloats)
    if (type.lanes == 1 && row.code == type.code && storageBits(row.dtype) == type.bits)
      return row.dtype;
  if (type.lanes == 1)
    for (const auto& row : kTypes)
      if (row.code == type.code && row.bits == type.bits)
        return row.dtype;
  return invalidArgument("DLPack dtype (code ", int(type.code), ", bits ", int(type.bits),
                         ", lanes ", int(type.lanes), ") has no Lazuli element type");
}

static StatusOr<DLDataType> dtypeTo(DType dtype) {
  for (const SmallFloatCode& row : kSmallFloats)
    if (row.dtype == dtype)
      return DLDataType{row.code, uint8_t(storageBits(dtype)), 1};
  if (isSmallFloat(dtype)) // DLPack packs floats of 6 bits; Lazuli uses a byte each
    return unimplemented(dtypeName(dtype), " in DLPack: convert it to another type first");
  uint8_t code = dtype == DType::Pred   ? kDLBool
                 : isComplex(dtype)     ? kDLComplex
                 : dtype == DType::BF16 ? kDLBfloat
                 : isFloat(dtype)       ? kDLFloat
                 : isSignedInt(dtype)   ? kDLInt
                                        : kDLUInt;
  return DLDataType{code, uint8_t(storageBits(dtype)), 1};
}

// `strides` count elements. The stride of a dimension of extent 1 is never used.
static bool isRowMajor(const TensorType& type, const int64_t* strides) {
  const Dims expected = rowMajorStrides(type.dims);
  for (size_t i = 0; i < expected.size(); ++i)
    if (type.dims[i] != 1 && strides[i] != expected[i])
      return false;
  return true;
}

// Returns strides in bytes.
static StatusOr<Dims> stridesOf(const TensorType& type, const int64_t* given) {
  if (!given)
    return rowMajorByteStrides(type);
  if (!isSubByte(type.dtype))
    return checkedStrides(type, {given, type.dims.size()}, int64_t(byteSize(type.dtype)),
                          "DLPack strides");
  if (type.numElements() > 0 && !isRowMajor(type, given))
    return invalidArgument("DLPack strides of ", type.str(),
                           ", whose elements share bytes, must be those of row-major order");
  return rowMajorByteStrides(type);
}

static StatusOr<Import> import(lz_device* device, const DLTensor& tensor) {
  if (tensor.device.device_type != kDLCPU)
    return invalidArgument("DLPack device type ", int(tensor.device.device_type),
                           " is not the CPU: copy the tensor to the host first");
  if (tensor.ndim < 0)
    return invalidArgument("DLPack ndim is ", tensor.ndim, "; it must not be negative");
  LZ_ASSIGN_OR_RETURN(DType dtype, dtypeFrom(tensor.dtype));
  LZ_ASSIGN_OR_RETURN(TensorType type,
                      makeType(lz_dtype(dtype), tensor.shape, size_t(tensor.ndim)));
  if (!tensor.data && type.numElements() > 0)
    return invalidArgument("DLPack data is NULL for ", type.str());
  LZ_ASSIGN_OR_RETURN(Dims strides, stridesOf(type, tensor.strides));
  auto* data = static_cast<const std::byte*>(tensor.data);
  if (data)
    data += tensor.byte_offset;
  return Import::of(*device->graph, {type, data, std::move(strides)}, /*mayBorrow=*/true);
}

template <typename Managed>
static Status importManaged(lz_device* device, Managed* managed, lz_tensor** out_tensor) {
  LZ_RETURN_IF_ERROR(checkOut(out_tensor, "out_tensor"));
  *out_tensor = nullptr;
  LZ_RETURN_IF_ERROR(check(device, "device"));
  LZ_RETURN_IF_ERROR(device->graph->checkRunning());
  if (!managed)
    return invalidArgument("managed is NULL");
  if constexpr (requires { managed->version; })
    if (managed->version.major != DLPACK_MAJOR_VERSION)
      return invalidArgument("the DLPack tensor has major version ", managed->version.major,
                             ", but only major version ", DLPACK_MAJOR_VERSION, " is supported");
  if constexpr (requires { managed->flags; })
    if (managed->flags & DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED &&
        managed->dl_tensor.dtype.bits % 8 != 0)
      return invalidArgument("the DLPack tensor pads elements of less than a byte to a byte each, "
                             "which is not supported: pack them first");
  // If the import fails, the caller still owns the tensor.
  LZ_ASSIGN_OR_RETURN(Import made, import(device, managed->dl_tensor));
  *out_tensor = made.take([managed] {
    if (managed->deleter)
      managed->deleter(managed);
  });
  return okStatus();
}

lz_status* lz_tensor_from_dlpack(lz_device* device, DLManagedTensorVersioned* managed,
                                 lz_tensor** out_tensor) {
  return guarded("lz_tensor_from_dlpack",
                 [&] { return importManaged(device, managed, out_tensor); });
}

lz_status* lz_tensor_from_dlpack_legacy(lz_device* device, DLManagedTensor* managed,
                                        lz_tensor** out_tensor) {
  return guarded("lz_tensor_from_dlpack_legacy",
                 [&] { return importManaged(device, managed, out_tensor); });
}

namespace {

// The DLPack struct of an exported tensor, and the objects that must live until its deleter is
// called.
template <typename Managed> struct Exported {
  Managed managed{};
  runtime::StorageRef storage;
  Dims shape, strides;

  static void destroy(Managed* managed) {
    delete static_cast<Exported*>(managed->manager_ctx);
    countHandles(-1);
  }
};

} // namespace

template <typename Managed> static Status exportTensor(lz_tensor* tensor, Managed** out_managed) {
  LZ_RETURN_IF_ERROR(checkOut(out_managed, "out_managed"));
  *out_managed = nullptr;
  LZ_RETURN_IF_ERROR(check(tensor, "tensor"));
  lazy::Result& result = resultOf(tensor);
  LZ_ASSIGN_OR_RETURN(const DLDataType dtype, dtypeTo(result.type.dtype));
  const Ref<lazy::Node> held = Ref<lazy::Node>::share(result.owner); // the handle may be released
  LZ_ASSIGN_OR_RETURN(Ref<lazy::Data> value, graphOf(result).valueOf(result, /*wait=*/true));
  auto exported = std::make_unique<Exported<Managed>>();
  LZ_ASSIGN_OR_RETURN(exported->storage, value->wait());
  exported->shape = result.type.dims;
  exported->strides = rowMajorStrides(result.type.dims);
  Managed& managed = exported->managed;
  managed.dl_tensor.data = const_cast<std::byte*>(exported->storage->data());
  managed.dl_tensor.device.device_type = kDLCPU;
  managed.dl_tensor.ndim = int32_t(result.type.rank());
  managed.dl_tensor.dtype = dtype;
  managed.dl_tensor.shape = exported->shape.data();
  managed.dl_tensor.strides = exported->strides.data();
  managed.manager_ctx = exported.get();
  managed.deleter = Exported<Managed>::destroy;
  if constexpr (requires { managed.version; }) {
    managed.version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION};
    managed.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  }
  countHandles(1);
  *out_managed = &exported.release()->managed;
  return okStatus();
}

lz_status* lz_tensor_to_dlpack(lz_tensor* tensor, DLManagedTensorVersioned** out_managed) {
  return guarded("lz_tensor_to_dlpack", [&] { return exportTensor(tensor, out_managed); });
}

lz_status* lz_tensor_to_dlpack_legacy(lz_tensor* tensor, DLManagedTensor** out_managed) {
  return guarded("lz_tensor_to_dlpack_legacy", [&] { return exportTensor(tensor, out_managed); });
}
