/* This header includes all of the stable C API of Lazuli, an embeddable tensor compiler. It works
 * in C11 and C++. */
#ifndef LAZULI_LAZULI_H
#define LAZULI_LAZULI_H

#include "lazuli/barrier.h"
#include "lazuli/base.h"
#include "lazuli/collective.h"
#include "lazuli/context.h"
#include "lazuli/device.h"
#include "lazuli/dlpack.h"
#include "lazuli/event.h"
#include "lazuli/executable.h"
#include "lazuli/function.h"
#include "lazuli/gradient.h"
#include "lazuli/guard.h"
#include "lazuli/host_call.h"
#include "lazuli/module.h"
#include "lazuli/op.h"
#include "lazuli/ops.h"
#include "lazuli/status.h"
#include "lazuli/tensor.h"
#include "lazuli/variable.h"

#endif
