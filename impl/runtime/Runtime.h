// Devices, streams, events and storages: they say what runs where, and which object owns the bytes.
// No MLIR, no LLVM. Each subject has a header.
#pragma once

#include "runtime/Allocator.h"
#include "runtime/Arena.h"
#include "runtime/Device.h"
#include "runtime/Event.h"
#include "runtime/Storage.h"
#include "runtime/Stream.h"
