#include "Events.h"

#include "Entry.h"
#include "Slots.h"

namespace lz::pjrt {

PJRT_Error* eventOf(const lz_tensor* tensor, PJRT_Event** out) {
  lz_event* event = nullptr;
  LZ_PJRT_TRY(toError(lz_tensor_event(tensor, &event)));
  Event owner(event);
  *out = new PJRT_Event{std::move(owner)};
  return nullptr;
}

PJRT_Error* Event_Destroy(PJRT_Event_Destroy_Args& args) {
  delete args.event;
  return nullptr;
}

static PJRT_Error* isReady(PJRT_Event* event, bool* ready) {
  *ready = true;
  if (!event->event)
    return nullptr;
  int32_t happened = 0;
  LZ_PJRT_TRY(toError(lz_event_is_ready(event->event.get(), &happened)));
  *ready = happened != 0;
  return nullptr;
}

PJRT_Error* Event_IsReady(PJRT_Event_IsReady_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.event, "event"));
  return isReady(args.event, &args.is_ready);
}

PJRT_Error* Event_Error(PJRT_Event_Error_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.event, "event"));
  bool ready = false;
  LZ_PJRT_TRY(isReady(args.event, &ready));
  if (!ready)
    return refuse(PJRT_Error_Code_FAILED_PRECONDITION,
                  "the event has not happened yet, so it has no error: await it first");
  return args.event->event ? toError(lz_event_wait(args.event->event.get(), 0)) : nullptr;
}

PJRT_Error* Event_Await(PJRT_Event_Await_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.event, "event"));
  if (!args.event->event)
    return nullptr;
  return toError(lz_event_wait(args.event->event.get(), LZ_WAIT_FOREVER));
}

namespace {
struct Listener {
  PJRT_Event_OnReadyCallback callback;
  void* user;
};
} // namespace

PJRT_Error* Event_OnReady(PJRT_Event_OnReady_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.event, "event"));
  LZ_PJRT_TRY(checkGiven(reinterpret_cast<const void*>(args.callback), "callback"));
  if (!args.event->event) {
    args.callback(nullptr, args.user_arg);
    return nullptr;
  }
  auto* listener = new Listener{args.callback, args.user_arg};
  lz_status* status = lz_event_on_ready(
      args.event->event.get(),
      [](void* user, lz_status* status) {
        std::unique_ptr<Listener> listener(static_cast<Listener*>(user));
        listener->callback(errorOf(status), listener->user);
      },
      listener);
  if (status)
    delete listener; // it will not be called; without an error, the call deletes it
  return toError(status);
}

PJRT_Error* Event_Create(PJRT_Event_Create_Args& args) {
  lz_event* event = nullptr;
  LZ_PJRT_TRY(toError(lz_event_create(&event)));
  Event owner(event);
  args.event = new PJRT_Event{std::move(owner)};
  return nullptr;
}

PJRT_Error* Event_Set(PJRT_Event_Set_Args& args) {
  LZ_PJRT_TRY(checkGiven(args.event, "event"));
  if (!args.event->event)
    return refuse(PJRT_Error_Code_FAILED_PRECONDITION, "the event has happened already");
  StatusRef status(statusOf(args.error_code, args.error_message, args.error_message_size));
  return toError(lz_event_set(args.event->event.get(), status.get()));
}

} // namespace lz::pjrt
