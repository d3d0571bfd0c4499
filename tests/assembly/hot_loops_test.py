#!/usr/bin/env python3
"""Tests what the check of hot loops finds, and what it accepts."""
import unittest

from hot_loops import complaints

VECTORS = """
.LBB0_1:
	vfmadd231ps	(%rdi,%rax,4), %zmm1, %zmm0
	addq	$16, %rax
	cmpq	%rax, %rcx
	jne	.LBB0_1
"""


def kernel(*parts):
    return "kernel:\n" + "".join(parts) + "\tretq\n"


def loop(*lines, label=".LBB0_9"):
    return f"{label}:\n" + "".join(f"\t{line}\n" for line in lines) + f"\tjne\t{label}\n"


class HotLoops(unittest.TestCase):
    def complaints(self, *parts):
        return list(complaints(kernel(*parts), "zmm"))

    def test_vectors_pass(self):
        self.assertEqual(self.complaints(VECTORS), [])
        self.assertEqual(self.complaints("\tvaddss\t%xmm0, %xmm1, %xmm1\n", VECTORS, "\tcallq\tfree\n"), [])

    def test_a_kernel_needs_vectors(self):
        self.assertEqual(self.complaints(), ["no loop uses zmm registers"])
        self.assertEqual(self.complaints("\tvaddps\t%zmm0, %zmm1, %zmm1\n"), [])
        self.assertEqual(self.complaints(loop("vaddps	%ymm0, %ymm1, %ymm1")), ["no loop uses zmm registers"])

    def test_a_scalar_loop_beside_one_of_vectors(self):
        for line in ("vaddss	%xmm0, %xmm1, %xmm1", "vfmadd231sd	(%rax), %xmm1, %xmm0", "vcvttss2si	%xmm0, %rax",
                     "vcvtsi2sd	%rax, %xmm1, %xmm1", "vcvtss2sd	%xmm0, %xmm0, %xmm0", "vcmpltss	%xmm0, %xmm1, %k1",
                     "vucomiss	%xmm0, %xmm1", "vroundss	$9, %xmm0, %xmm0, %xmm0", "vrndscalesd	$9, %xmm0, %xmm0, %xmm0",
                     "vscalefss	%xmm0, %xmm1, %xmm1", "vsqrtsd	%xmm0, %xmm0, %xmm0", "maxss	%xmm1, %xmm0",
                     "vcvtph2ps	(%rsp), %xmm0", "callq	expf", "vmovups	64(%rsp), %zmm3"):
            self.assertEqual(len(self.complaints(VECTORS, loop(line))), 1, line)

    def test_what_only_looks_scalar(self):
        for line in ("vmovss	(%rax), %xmm0", "vbroadcastsd	(%rax), %zmm0", "vpminsd	%zmm0, %zmm1, %zmm1",
                     "vpabsd	%zmm0, %zmm0", "vmovups	(%rsp,%rdi,4), %zmm0", "vmovups	(%rbp), %zmm0",
                     "vpackssdw	%zmm0, %zmm1, %zmm1"):
            self.assertEqual(self.complaints(VECTORS, loop(line)), [], line)

    def test_a_stack_frame(self):
        self.assertEqual(len(self.complaints("\tmovq\t%rsp, %rbp\n", VECTORS, loop("vmovups	-64(%rbp), %zmm3"))), 1)

    def test_loops_are_those_of_control_flow(self):
        # The loop over units begins below its end, and skips the loop over vectors if that is
        # empty.
        rotated = """
	jmp	.LBB0_2
	.p2align	4, 0x90
.LBB0_3:
	vaddss	%xmm0, %xmm1, %xmm1
	incq	%rsi
	jge	.LBB0_4
.LBB0_2:
	cmpq	%r9, %r10
	jae	.LBB0_3
""" + VECTORS + """
	jmp	.LBB0_3
.LBB0_4:
"""
        self.assertEqual(self.complaints(rotated), [])
        self.assertEqual(len(self.complaints(rotated.replace("vfmadd231ps", "vfmadd231ss"))), 1)

    def test_listings_of_objects(self):
        listing = "<f>:\n               	vaddps	%zmm0, %zmm1, %zmm1\n<L1>:\n               	vaddps	%zmm0, %zmm1, %zmm1\n" \
                  "               	vaddss	%xmm0, %xmm1, %xmm1\n               	jl	 <L1>\n"
        self.assertEqual(list(complaints(listing, "zmm")),
                         ["scalar float arithmetic in the loop at <L1>: vaddss %xmm0, %xmm1, %xmm1"])


if __name__ == "__main__":
    unittest.main()
