// Includes the headers of devices, streams, events and storages. They do not use MLIR or LLVM.
#pragma once

#include "runtime/Allocator.h"
#include "runtime/Arena.h"
#include "runtime/Device.h"
#include "runtime/Event.h"
#include "runtime/Storage.h"
#include "runtime/Stream.h"
