#include "lazy/Data.h"

namespace lz::lazy {

void Submission::submitted(runtime::EventRef event) {
  event_ = std::move(event);
  gate_.open();
}

const runtime::EventRef& Submission::event() const {
  gate_.wait();
  return event_;
}

Ref<Data> Data::ready(runtime::StorageRef storage, bool donatable) {
  Data* data = new Data;
  data->donatable_ = donatable && storage->owner() == runtime::StorageOwner::Library;
  std::lock_guard lock(data->mutex_);
  data->storage_ = std::move(storage);
  return Ref<Data>::adopt(data);
}

Ref<Data> Data::pending(std::shared_ptr<const Submission> producer) {
  Data* data = new Data;
  data->producer_ = std::move(producer);
  return Ref<Data>::adopt(data);
}

void Data::release() {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete this;
}

void Data::fulfil(runtime::StorageRef storage) {
  std::lock_guard lock(mutex_);
  storage_ = std::move(storage);
}

runtime::EventRef Data::event() const {
  return producer_ ? producer_->event() : runtime::Event::ready();
}

StatusOr<runtime::StorageRef> Data::wait() const {
  if (isDonated())
    return failedPrecondition("the tensor was donated: its memory belongs to a result now");
  if (producer_)
    LZ_RETURN_IF_ERROR(producer_->event()->wait());
  runtime::StorageRef ref = storage();
  if (!ref)
    return failedPrecondition("the tensor was donated: its memory belongs to a result now");
  return ref;
}

runtime::StorageRef Data::storage() const {
  std::lock_guard lock(mutex_);
  return storage_;
}

runtime::StorageRef Data::take() {
  std::lock_guard lock(mutex_);
  return std::move(storage_);
}

} // namespace lz::lazy
