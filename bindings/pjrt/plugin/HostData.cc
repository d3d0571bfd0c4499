// Buffers from the host, and back.
#include "Buffers.h"
#include "Entry.h"
#include "Events.h"
#include "Slots.h"

namespace lz::pjrt {

namespace {

PJRT_Error* findMemory(const PJRT_Client_BufferFromHostBuffer_Args& args, Memory** out) {
  if (args.memory)
    *out = memoryOf(args.memory);
  else if (args.device)
    *out = memoryOf(args.device->memories[0]);
  else
    return invalidArgument("neither device nor memory is given");
  if ((*out)->device->client != args.client)
    return invalidArgument("the memory belongs to another client");
  return nullptr;
}

// Reads the list of a caller. The list may be empty. Otherwise it is an error if its length is not
// `rank`.
PJRT_Error* readStrides(const int64_t* strides, size_t count, size_t rank, Dims* out) {
  if (count != 0 && count != rank)
    return invalidArgument("there are ", count, " strides for ", rank, " dimensions");
  if (count > 0)
    LZ_PJRT_TRY(checkGiven(strides, "byte_strides"));
  out->assign(strides, strides + count);
  return nullptr;
}

PJRT_Error* readDims(const int64_t* dims, size_t count, Dims* out) {
  if (count > 64)
    return invalidArgument("the array has ", count, " dimensions; at most 64 are possible");
  if (count > 0)
    LZ_PJRT_TRY(checkGiven(dims, "dims"));
  out->assign(dims, dims + count);
  return nullptr;
}

// Makes a tensor from a copy of the caller's bytes.
PJRT_Error* copyFromHost(const PJRT_Client_BufferFromHostBuffer_Args& args, Value* out) {
  lz_dtype dtype = LZ_DTYPE_INVALID;
  LZ_PJRT_TRY(toLazuli(args.type, &dtype));
  Dims dims, strides;
  LZ_PJRT_TRY(readDims(args.dims, args.num_dims, &dims));
  LZ_PJRT_TRY(readStrides(args.byte_strides, args.num_byte_strides, dims.size(), &strides));
  int64_t count = 0;
  LZ_PJRT_TRY(countElements(dims, hostBytes(dtype), &count));
  if (count > 0)
    LZ_PJRT_TRY(checkGiven(args.data, "data"));
  lz_host_options options{};
  options.struct_size = sizeof options;
  std::vector<uint8_t> packed;
  const void* data = args.data;
  if (isPacked(dtype)) {
    if (strides.empty())
      strides = rowMajor(dims, 1);
    packed = pack(static_cast<const uint8_t*>(data), dtype, dims, strides);
    data = packed.data();
  } else if (!strides.empty()) {
    options.byte_strides = strides.data();
  }
  lz_tensor* tensor = nullptr;
  LZ_PJRT_TRY(toError(lz_tensor_from_host(args.client->device.get(), dtype, dims.data(),
                                          dims.size(), data, &options, &tensor)));
  *out = valueOf(tensor);
  return nullptr;
}

// Gives the strides of an array on the host. Without a layout it is row-major.
PJRT_Error* stridesOfLayout(const PJRT_Buffer_MemoryLayout* layout, const Dims& dims, size_t bytes,
                            Dims* out) {
  *out = rowMajor(dims, bytes);
  if (!layout)
    return nullptr;
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Strides) {
    const PJRT_Buffer_MemoryLayout_Strides& strides = layout->strides;
    return readStrides(strides.byte_strides, strides.num_byte_strides, dims.size(), out);
  }
  const PJRT_Buffer_MemoryLayout_Tiled& tiled = layout->tiled;
  if (tiled.num_tiles > 0)
    return unimplemented("layouts with tiles");
  if (tiled.minor_to_major_size != dims.size())
    return invalidArgument("the layout has ", tiled.minor_to_major_size, " dimensions, but the ",
                           "array has ", dims.size());
  std::vector<bool> seen(dims.size(), false);
  int64_t stride = int64_t(bytes);
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t dim = tiled.minor_to_major[i];
    if (dim < 0 || size_t(dim) >= dims.size() || seen[size_t(dim)])
      return invalidArgument("minor_to_major is not an order of the dimensions");
    seen[size_t(dim)] = true;
    (*out)[size_t(dim)] = stride;
    stride *= dims[size_t(dim)];
  }
  return nullptr;
}

// Waits for the value, because its elements must be unpacked.
PJRT_Error* readPacked(lz_tensor* tensor, const PJRT_Buffer& buffer, const Dims& strides,
                       void* data) {
  std::vector<uint8_t> packed(size_t(lz_tensor_nbytes(tensor)));
  LZ_PJRT_TRY(toError(lz_tensor_read(tensor, packed.data(), packed.size())));
  unpack(packed, buffer.dtype, buffer.dims, strides, static_cast<uint8_t*>(data));
  return nullptr;
}

PJRT_Error* readToHost(lz_tensor* tensor, const Dims& strides, void* data, PJRT_Event** out) {
  lz_read_options options{};
  options.struct_size = sizeof options;
  options.byte_strides = strides.data();
  lz_event* event = nullptr;
  LZ_PJRT_TRY(toError(
      lz_tensor_read_async(tensor, data, size_t(lz_tensor_nbytes(tensor)), &options, &event)));
  Event owner(event);
  *out = new PJRT_Event{std::move(owner)};
  return nullptr;
}

} // namespace

// The bytes are copied during the call, whatever the semantics allow. So the caller has its bytes
// back when the call returns.
PJRT_Error* Client_BufferFromHostBuffer(PJRT_Client_BufferFromHostBuffer_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.client, "client"));
  Memory* memory = nullptr;
  LZ_PJRT_TRY(findMemory(args, &memory));
  Value value;
  LZ_PJRT_TRY(copyFromHost(args, &value));
  auto buffer = std::make_unique<PJRT_Buffer>(args.client, memory, std::move(value));
  args.done_with_host_buffer = happened();
  args.buffer = buffer.release();
  return nullptr;
}

PJRT_Error* Buffer_ToHostBuffer(PJRT_Buffer_ToHostBuffer_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.src, "src"));
  PJRT_Buffer& buffer = *args.src;
  const size_t bytes = hostBytes(buffer.dtype);
  int64_t count = 0;
  LZ_PJRT_TRY(countElements(buffer.dims, bytes, &count));
  const size_t needed = size_t(count) * bytes;
  if (!args.dst) {
    args.dst_size = needed;
    return nullptr;
  }
  if (args.dst_size < needed)
    return invalidArgument("dst_size is ", args.dst_size, ", but the array has ", needed, " bytes");
  Dims strides;
  LZ_PJRT_TRY(stridesOfLayout(args.host_layout, buffer.dims, bytes, &strides));
  Value value;
  LZ_PJRT_TRY(buffer.take(&value));
  if (!isPacked(buffer.dtype))
    return readToHost(value.get(), strides, args.dst, &args.event);
  LZ_PJRT_TRY(readPacked(value.get(), buffer, strides, args.dst));
  args.event = happened();
  return nullptr;
}

} // namespace lz::pjrt
