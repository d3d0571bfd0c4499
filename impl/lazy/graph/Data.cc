#include "lazy/graph/Data.h"

namespace lz::lazy {

Ref<Data> Data::ready(runtime::StorageRef storage, bool donatable) {
  Data* data = new Data;
  data->donatable_ = donatable && storage->owner() == runtime::StorageOwner::Library;
  std::lock_guard lock(data->mutex_);
  data->storage_ = std::move(storage);
  return Ref<Data>::adopt(data);
}

Ref<Data> Data::pending(std::shared_ptr<Producer> producer) {
  Data* data = new Data;
  data->event_ = producer->event();
  data->producer_ = std::move(producer);
  return Ref<Data>::adopt(data);
}

Ref<Data> Data::failed(Status status) {
  runtime::EventRef event = runtime::Event::ready(std::move(status));
  Data* data = new Data;
  data->event_ = std::move(event);
  return Ref<Data>::adopt(data);
}

void Data::release() {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete this;
}

// Under the lock an outcome may happen: who wants to be called back asks event(), not outcome().
void Data::fulfil(runtime::StorageRef storage) {
  std::lock_guard lock(mutex_);
  if (!isGone_ || readers_ > 0)
    storage_ = std::move(storage);
  if (outcome_)
    outcome_->set(okStatus());
  isDecided_.store(true, std::memory_order_release);
}

void Data::refuse(Status status) {
  std::lock_guard lock(mutex_);
  if (outcome_)
    outcome_->set(std::move(status));
  else
    outcome_ = runtime::Event::ready(std::move(status));
  isDecided_.store(true, std::memory_order_release);
}

runtime::EventRef Data::event() const {
  return event_ ? event_ : runtime::Event::ready();
}

runtime::EventRef Data::outcome() {
  std::lock_guard lock(mutex_);
  if (!outcome_)
    outcome_ = isDecided_.load(std::memory_order_relaxed) ? runtime::Event::ready()
                                                          : std::make_shared<runtime::Event>();
  return outcome_;
}

Status Data::failure() const {
  if (isDecided_.load(std::memory_order_acquire)) {
    std::lock_guard lock(mutex_);
    return outcome_ ? outcome_->status() : okStatus();
  }
  return event_ && event_->isReady() ? event_->status() : okStatus();
}

Status Data::waitForEnd() const {
  if (!event_)
    return okStatus();
  if (Status status = event_->wait(); !event_->isReady())
    return status; // must not wait here
  return failure();
}

static Status donatedError(absl::string_view what) {
  return failedPrecondition(what, " was donated: its memory belongs to a result now");
}

Status Data::checkKept(absl::string_view what) const {
  if (isDeleted())
    return failedPrecondition(what, " was deleted: its memory has been freed");
  return isDonated() ? donatedError(what) : okStatus();
}

void Data::drop() {
  runtime::StorageRef dropped; // after the lock: a release callback may be behind it
  std::lock_guard lock(mutex_);
  deleted_.store(true, std::memory_order_release);
  isGone_ = true;
  if (readers_ == 0)
    dropped = std::move(storage_);
}

StatusOr<runtime::StorageRef> Data::wait() const {
  LZ_RETURN_IF_ERROR(checkKept());
  LZ_RETURN_IF_ERROR(waitForEnd());
  return ended();
}

StatusOr<runtime::StorageRef> Data::ended() const {
  LZ_RETURN_IF_ERROR(failure());
  runtime::StorageRef ref = storage();
  if (ref)
    return ref;
  LZ_RETURN_IF_ERROR(checkKept());
  return donatedError("the tensor");
}

runtime::StorageRef Data::storage() const {
  std::lock_guard lock(mutex_);
  return storage_;
}

runtime::StorageRef Data::atHand() const {
  bool isThere = (!event_ || event_->isReady()) && !isDonated() && !isDeleted();
  return isThere ? storage() : nullptr;
}

RunInput::RunInput(Ref<Data> data, bool donated) : data_(std::move(data)), donated_(donated) {
  std::lock_guard lock(data_->mutex_);
  ++data_->readers_;
  if (donated_)
    data_->donated_.store(true, std::memory_order_release);
}

RunInput::~RunInput() {
  if (!data_)
    return;
  if (isReader_)
    fetch();
  if (donated_)
    data_->donated_.store(false, std::memory_order_release);
}

runtime::StorageRef RunInput::fetch() {
  std::lock_guard lock(data_->mutex_);
  isReader_ = false;
  bool isLast = --data_->readers_ == 0;
  return isLast && data_->isGone_ ? std::move(data_->storage_) : data_->storage_;
}

void RunInput::lend() {
  runtime::StorageRef dropped; // after the lock, though the caller has another
  std::lock_guard lock(data_->mutex_);
  if (data_->readers_ == 0)
    dropped = std::move(data_->storage_);
}

void RunInput::giveBack(runtime::StorageRef storage) {
  std::lock_guard lock(data_->mutex_);
  if (!data_->storage_ && !data_->isGone_)
    data_->storage_ = std::move(storage);
}

void RunInput::consume() {
  donated_ = false;
  runtime::StorageRef dropped; // after the lock: a release callback may be behind it
  std::lock_guard lock(data_->mutex_);
  data_->isGone_ = true;
  if (data_->readers_ == 0)
    dropped = std::move(data_->storage_);
}

} // namespace lz::lazy
