// The table of functions, and what the plugin says about itself.
#include "Entry.h"
#include "Extensions.h"
#include "Slots.h"

namespace lz::pjrt {

PJRT_Error* Plugin_Initialize(PJRT_Plugin_Initialize_Args&) {
  return nullptr;
}

static PJRT_NamedValue listOf(const char* name, const int64_t* numbers, size_t count) {
  PJRT_NamedValue value{};
  value.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  value.name = name;
  value.name_size = std::strlen(name);
  value.type = PJRT_NamedValue_kInt64List;
  value.int64_array_value = numbers;
  value.value_size = count;
  return value;
}

// The versions of portable artifacts that lz_module_parse reads. A client writes its programs in
// the newest one that both know.
static constexpr int64_t kOldestStableHlo[] = {0, 9, 0};
static constexpr int64_t kNewestStableHlo[] = {1, 20, 0};

PJRT_Error* Plugin_Attributes(PJRT_Plugin_Attributes_Args& args) {
  static const PJRT_NamedValue attributes[] = {
      listOf("stablehlo_minimum_version", kOldestStableHlo, 3),
      listOf("stablehlo_current_version", kNewestStableHlo, 3)};
  args.attributes = attributes;
  args.num_attributes = std::size(attributes);
  return nullptr;
}

#define SLOT(name) LZ_PJRT_ENTRY(name),
#define SLOT_VOID(name) [](PJRT_##name##_Args* args) { name(args); },
#define SLOT_REFUSED(name)                                                                         \
  [](PJRT_##name##_Args*) {                                                                        \
    return makeError(PJRT_Error_Code_UNIMPLEMENTED,                                                \
                     "Lazuli's plugin does not implement PJRT_" #name);                            \
  },

static const PJRT_Api kApi = {
    PJRT_Api_STRUCT_SIZE,
    extensions(),
    {PJRT_Api_Version_STRUCT_SIZE, nullptr, PJRT_API_MAJOR, PJRT_API_MINOR},
#include "pjrt_slots.inc"
};

} // namespace lz::pjrt

extern "C" __attribute__((visibility("default"))) const PJRT_Api* GetPjrtApi() {
  return &lz::pjrt::kApi;
}
