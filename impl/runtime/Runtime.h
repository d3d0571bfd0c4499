// Devices, streams, events and storages: what runs, where, and who owns the bytes. No MLIR, no LLVM.
#pragma once
// Umbrella; one header a subject: Storage.h, Event.h, Stream.h, Arena.h, Device.h.
#include "runtime/Arena.h"
#include "runtime/Device.h"
#include "runtime/Event.h"
#include "runtime/Storage.h"
#include "runtime/Stream.h"
