#include "lazy/graph/Data.h"

namespace lz::lazy {

Ref<Data> Data::ready(runtime::StorageRef storage, bool donatable) {
  Data* data = new Data;
  data->donatable_ = donatable;
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

void Data::become(BytesState next) {
  const BytesState now = bytes_.load(std::memory_order_relaxed);
  if (now == BytesState::Deleted)
    return;
  assert(mayBecome(now, next));
  bytes_.store(next, std::memory_order_release);
}

void Data::become(ValueState next) {
  assert(mayBecome(value_.load(std::memory_order_relaxed), next));
  value_.store(next, std::memory_order_release);
}

// The event of outcome() can happen while this function holds the lock. So a caller that needs a
// callback must use event().
void Data::fulfil(runtime::StorageRef storage) {
  std::lock_guard lock(mutex_);
  if (!isGone() || readers_ > 0)
    storage_ = std::move(storage);
  if (outcome_)
    outcome_->set(okStatus());
  become(ValueState::Fulfilled);
}

void Data::refuse(Status status) {
  std::lock_guard lock(mutex_);
  if (outcome_)
    outcome_->set(std::move(status));
  else
    outcome_ = runtime::Event::ready(std::move(status));
  become(ValueState::Refused);
}

runtime::EventRef Data::event() const {
  return event_ ? event_ : runtime::Event::ready();
}

runtime::EventRef Data::outcome() {
  std::lock_guard lock(mutex_);
  if (!outcome_)
    outcome_ = value_.load(std::memory_order_relaxed) == ValueState::Fulfilled
                   ? runtime::Event::ready()
                   : std::make_shared<runtime::Event>();
  return outcome_;
}

Status Data::failure() const {
  const ValueState now = value_.load(std::memory_order_acquire);
  if (now == ValueState::Fulfilled)
    return okStatus();
  if (now == ValueState::Refused) {
    std::lock_guard lock(mutex_);
    return outcome_->status();
  }
  return event_ && event_->isReady() ? event_->status() : okStatus();
}

Status Data::waitForEnd() const {
  if (!event_)
    return okStatus();
  if (Status status = event_->wait(); !event_->isReady())
    return status; // the caller must not wait here
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
  runtime::StorageRef dropped; // freed without the lock, since that may call a release callback
  std::lock_guard lock(mutex_);
  become(BytesState::Deleted);
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
    data_->become(BytesState::Donated);
}

RunInput::~RunInput() {
  if (!data_)
    return;
  if (isReader_)
    fetch();
  if (!donated_)
    return;
  std::lock_guard lock(data_->mutex_);
  data_->become(BytesState::Held);
}

runtime::StorageRef RunInput::fetch() {
  std::lock_guard lock(data_->mutex_);
  isReader_ = false;
  bool isLast = --data_->readers_ == 0;
  return isLast && data_->isGone() ? std::move(data_->storage_) : data_->storage_;
}

void RunInput::lend() {
  runtime::StorageRef dropped; // freed without the lock, even if the caller has another reference
  std::lock_guard lock(data_->mutex_);
  if (data_->readers_ == 0)
    dropped = std::move(data_->storage_);
}

void RunInput::giveBack(runtime::StorageRef storage) {
  std::lock_guard lock(data_->mutex_);
  if (!data_->storage_ && !data_->isGone())
    data_->storage_ = std::move(storage);
}

void RunInput::consume() {
  donated_ = false;
  runtime::StorageRef dropped; // freed without the lock, since that may call a release callback
  std::lock_guard lock(data_->mutex_);
  data_->become(BytesState::Taken);
  if (data_->readers_ == 0)
    dropped = std::move(data_->storage_);
}

} // namespace lz::lazy
