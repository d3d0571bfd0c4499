// Declares devices, streams, events and storages, which determine where work runs and who owns
// bytes. Uses neither MLIR nor LLVM. Each subject has a header of its own.
#pragma once

#include "runtime/Allocator.h"
#include "runtime/Arena.h"
#include "runtime/Device.h"
#include "runtime/Event.h"
#include "runtime/Storage.h"
#include "runtime/Stream.h"
