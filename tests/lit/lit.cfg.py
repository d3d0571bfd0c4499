"""Tests that are text: a RUN line, IR, and CHECK lines. There are only these kinds:

  round trip    // RUN: %round-trip %s
  refusal       // RUN: lz-opt %s -split-input-file -verify-diagnostics
  a pass        // RUN: lz-opt %s --lz-fold-constants | FileCheck %s
  a compilation // RUN: lz-opt %s --stop-after=plans | FileCheck %s
  numbers       // RUN: lz-run %s --reference ...
  machine code  // RUN: lz-opt %s --emit-kernels=nvptx64 | %ptx | FileCheck %s
"""
import os

import lit.formats

config.name = "lazuli"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["exec_root"]
config.environment["LAZULI_VERIFY"] = "1"
config.environment["PATH"] = lit_config.params["tools"] + ":" + os.environ["PATH"]

# Parses and prints the file. Then checks that the output is printed as the same bytes after it is
# parsed again, from the pretty form and from the generic one.
config.substitutions.append((
    "%round-trip %s",
    "lz-opt --allow-unregistered-dialect %s > %t.1 && lz-opt --allow-unregistered-dialect %t.1 > %t.2 && diff %t.1 %t.2"
    " && lz-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.3"
    " && lz-opt --allow-unregistered-dialect %t.3 > %t.4 && diff %t.1 %t.4 && FileCheck %s < %t.1"))

# Converts kernels to the assembly text of LLVM's back end for GPUs. The tools are those of the
# distribution.
config.substitutions.append(("%ptx", "mlir-translate --mlir-to-llvmir | opt -O1 -S | llc -mcpu=sm_70"))
