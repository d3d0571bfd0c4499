#include "codegen/LinkedKernels.h"

#include "base/CheckCancel.h"
#include "base/machine/Reserve.h"

namespace lz::codegen {

static StatusOr<Reserve> reserveForLinking(int64_t bytes, size_t objects) {
  constexpr int64_t kFixed = int64_t(4) << 20, kObject = int64_t(16) << 10, kCopies = 4;
  return Reserve::take(kFixed + kObject * int64_t(objects) + kCopies * bytes, "compile");
}

StatusOr<std::shared_ptr<LinkedKernels>>
LinkedKernels::link(std::vector<ObjectRef> objects, const std::string& readers, size_t generated) {
  auto kernels = std::make_shared<LinkedKernels>();
  kernels->objects_ = std::move(objects);
  kernels->generated_ = generated;
  if (kernels->objects_.empty())
    return kernels;
  LZ_ASSIGN_OR_RETURN(Reserve reserve,
                      reserveForLinking(kernels->bytes(), kernels->objects_.size()));
  LZ_ASSIGN_OR_RETURN(kernels->code_, LinkedCode::create(readers));
  for (const ObjectRef& object : kernels->objects_) {
    LZ_RETURN_IF_ERROR(checkCompilationGoesOn());
    const std::string name = absl::StrCat(kernels->functions_.size());
    LZ_ASSIGN_OR_RETURN(void* address, kernels->code_->link(object->bytes, object->symbol, name));
    kernels->functions_.push_back(reinterpret_cast<KernelFn>(address));
  }
  return kernels;
}

void LinkedKernels::add(size_t object) {
  kernels_.push_back({functions_[object], int32_t(object)});
}

int64_t LinkedKernels::bytes() const {
  int64_t bytes = 0;
  for (const ObjectRef& object : objects_)
    bytes += int64_t(object->bytes.size());
  return bytes;
}

std::vector<MachineObject> LinkedKernels::objects() const {
  std::vector<MachineObject> objects;
  for (const ObjectRef& object : objects_)
    objects.push_back({object->symbol, {object->bytes.data(), object->bytes.size()}});
  return objects;
}

StatusOr<std::shared_ptr<const KernelLibrary>> linkObjects(absl::Span<const MachineObject> objects,
                                                           const std::string& symbols) {
  std::vector<ObjectRef> copies;
  for (const MachineObject& object : objects) {
    auto copy = std::make_shared<KernelObject>();
    copy->symbol = std::string(object.symbol);
    copy->bytes.assign(object.bytes.begin(), object.bytes.end());
    copies.push_back(std::move(copy));
  }
  return LinkedKernels::link(std::move(copies), symbols, 0);
}

} // namespace lz::codegen
