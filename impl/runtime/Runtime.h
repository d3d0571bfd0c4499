// Devices, streams, events and storages: what runs, where, and who owns the bytes. No MLIR, no
// LLVM. One header a subject.
#pragma once

#include "runtime/Allocator.h"
#include "runtime/Arena.h"
#include "runtime/Device.h"
#include "runtime/Event.h"
#include "runtime/Storage.h"
#include "runtime/Stream.h"
