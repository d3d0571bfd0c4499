// RUN: lz-opt %s --lz-separate-reductions | FileCheck %s

// CHECK-LABEL: func.func @apart
// CHECK:       %[[A:[0-9]+]]:32 = stablehlo.reduce(%arg0 init: %arg34)
// CHECK-COUNT-32: stablehlo.add
// CHECK:       %[[B:[0-9]+]]:2 = stablehlo.reduce(%arg32 init: %arg34), (%arg33 init: %arg34)
// CHECK-COUNT-2: stablehlo.add
// CHECK:       return %[[A]]#0, {{.*}}, %[[A]]#31, %[[B]]#0, %[[B]]#1
func.func @apart(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>, %a7: tensor<2xf32>, %a8: tensor<2xf32>, %a9: tensor<2xf32>, %a10: tensor<2xf32>, %a11: tensor<2xf32>, %a12: tensor<2xf32>, %a13: tensor<2xf32>, %a14: tensor<2xf32>, %a15: tensor<2xf32>, %a16: tensor<2xf32>, %a17: tensor<2xf32>, %a18: tensor<2xf32>, %a19: tensor<2xf32>, %a20: tensor<2xf32>, %a21: tensor<2xf32>, %a22: tensor<2xf32>, %a23: tensor<2xf32>, %a24: tensor<2xf32>, %a25: tensor<2xf32>, %a26: tensor<2xf32>, %a27: tensor<2xf32>, %a28: tensor<2xf32>, %a29: tensor<2xf32>, %a30: tensor<2xf32>, %a31: tensor<2xf32>, %a32: tensor<2xf32>, %a33: tensor<2xf32>, %c: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0:34 = "stablehlo.reduce"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16, %a17, %a18, %a19, %a20, %a21, %a22, %a23, %a24, %a25, %a26, %a27, %a28, %a29, %a30, %a31, %a32, %a33, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>, %p4: tensor<f32>, %p5: tensor<f32>, %p6: tensor<f32>, %p7: tensor<f32>, %p8: tensor<f32>, %p9: tensor<f32>, %p10: tensor<f32>, %p11: tensor<f32>, %p12: tensor<f32>, %p13: tensor<f32>, %p14: tensor<f32>, %p15: tensor<f32>, %p16: tensor<f32>, %p17: tensor<f32>, %p18: tensor<f32>, %p19: tensor<f32>, %p20: tensor<f32>, %p21: tensor<f32>, %p22: tensor<f32>, %p23: tensor<f32>, %p24: tensor<f32>, %p25: tensor<f32>, %p26: tensor<f32>, %p27: tensor<f32>, %p28: tensor<f32>, %p29: tensor<f32>, %p30: tensor<f32>, %p31: tensor<f32>, %p32: tensor<f32>, %p33: tensor<f32>, %q0: tensor<f32>, %q1: tensor<f32>, %q2: tensor<f32>, %q3: tensor<f32>, %q4: tensor<f32>, %q5: tensor<f32>, %q6: tensor<f32>, %q7: tensor<f32>, %q8: tensor<f32>, %q9: tensor<f32>, %q10: tensor<f32>, %q11: tensor<f32>, %q12: tensor<f32>, %q13: tensor<f32>, %q14: tensor<f32>, %q15: tensor<f32>, %q16: tensor<f32>, %q17: tensor<f32>, %q18: tensor<f32>, %q19: tensor<f32>, %q20: tensor<f32>, %q21: tensor<f32>, %q22: tensor<f32>, %q23: tensor<f32>, %q24: tensor<f32>, %q25: tensor<f32>, %q26: tensor<f32>, %q27: tensor<f32>, %q28: tensor<f32>, %q29: tensor<f32>, %q30: tensor<f32>, %q31: tensor<f32>, %q32: tensor<f32>, %q33: tensor<f32>):
    %k = stablehlo.constant dense<2.0> : tensor<f32>
    %s0 = stablehlo.add %p0, %q0 : tensor<f32>
    %t0 = stablehlo.multiply %s0, %k : tensor<f32>
    %s1 = stablehlo.add %p1, %q1 : tensor<f32>
    %t1 = stablehlo.multiply %s1, %k : tensor<f32>
    %s2 = stablehlo.add %p2, %q2 : tensor<f32>
    %t2 = stablehlo.multiply %s2, %k : tensor<f32>
    %s3 = stablehlo.add %p3, %q3 : tensor<f32>
    %t3 = stablehlo.multiply %s3, %k : tensor<f32>
    %s4 = stablehlo.add %p4, %q4 : tensor<f32>
    %t4 = stablehlo.multiply %s4, %k : tensor<f32>
    %s5 = stablehlo.add %p5, %q5 : tensor<f32>
    %t5 = stablehlo.multiply %s5, %k : tensor<f32>
    %s6 = stablehlo.add %p6, %q6 : tensor<f32>
    %t6 = stablehlo.multiply %s6, %k : tensor<f32>
    %s7 = stablehlo.add %p7, %q7 : tensor<f32>
    %t7 = stablehlo.multiply %s7, %k : tensor<f32>
    %s8 = stablehlo.add %p8, %q8 : tensor<f32>
    %t8 = stablehlo.multiply %s8, %k : tensor<f32>
    %s9 = stablehlo.add %p9, %q9 : tensor<f32>
    %t9 = stablehlo.multiply %s9, %k : tensor<f32>
    %s10 = stablehlo.add %p10, %q10 : tensor<f32>
    %t10 = stablehlo.multiply %s10, %k : tensor<f32>
    %s11 = stablehlo.add %p11, %q11 : tensor<f32>
    %t11 = stablehlo.multiply %s11, %k : tensor<f32>
    %s12 = stablehlo.add %p12, %q12 : tensor<f32>
    %t12 = stablehlo.multiply %s12, %k : tensor<f32>
    %s13 = stablehlo.add %p13, %q13 : tensor<f32>
    %t13 = stablehlo.multiply %s13, %k : tensor<f32>
    %s14 = stablehlo.add %p14, %q14 : tensor<f32>
    %t14 = stablehlo.multiply %s14, %k : tensor<f32>
    %s15 = stablehlo.add %p15, %q15 : tensor<f32>
    %t15 = stablehlo.multiply %s15, %k : tensor<f32>
    %s16 = stablehlo.add %p16, %q16 : tensor<f32>
    %t16 = stablehlo.multiply %s16, %k : tensor<f32>
    %s17 = stablehlo.add %p17, %q17 : tensor<f32>
    %t17 = stablehlo.multiply %s17, %k : tensor<f32>
    %s18 = stablehlo.add %p18, %q18 : tensor<f32>
    %t18 = stablehlo.multiply %s18, %k : tensor<f32>
    %s19 = stablehlo.add %p19, %q19 : tensor<f32>
    %t19 = stablehlo.multiply %s19, %k : tensor<f32>
    %s20 = stablehlo.add %p20, %q20 : tensor<f32>
    %t20 = stablehlo.multiply %s20, %k : tensor<f32>
    %s21 = stablehlo.add %p21, %q21 : tensor<f32>
    %t21 = stablehlo.multiply %s21, %k : tensor<f32>
    %s22 = stablehlo.add %p22, %q22 : tensor<f32>
    %t22 = stablehlo.multiply %s22, %k : tensor<f32>
    %s23 = stablehlo.add %p23, %q23 : tensor<f32>
    %t23 = stablehlo.multiply %s23, %k : tensor<f32>
    %s24 = stablehlo.add %p24, %q24 : tensor<f32>
    %t24 = stablehlo.multiply %s24, %k : tensor<f32>
    %s25 = stablehlo.add %p25, %q25 : tensor<f32>
    %t25 = stablehlo.multiply %s25, %k : tensor<f32>
    %s26 = stablehlo.add %p26, %q26 : tensor<f32>
    %t26 = stablehlo.multiply %s26, %k : tensor<f32>
    %s27 = stablehlo.add %p27, %q27 : tensor<f32>
    %t27 = stablehlo.multiply %s27, %k : tensor<f32>
    %s28 = stablehlo.add %p28, %q28 : tensor<f32>
    %t28 = stablehlo.multiply %s28, %k : tensor<f32>
    %s29 = stablehlo.add %p29, %q29 : tensor<f32>
    %t29 = stablehlo.multiply %s29, %k : tensor<f32>
    %s30 = stablehlo.add %p30, %q30 : tensor<f32>
    %t30 = stablehlo.multiply %s30, %k : tensor<f32>
    %s31 = stablehlo.add %p31, %q31 : tensor<f32>
    %t31 = stablehlo.multiply %s31, %k : tensor<f32>
    %s32 = stablehlo.add %p32, %q32 : tensor<f32>
    %t32 = stablehlo.multiply %s32, %k : tensor<f32>
    %s33 = stablehlo.add %p33, %q33 : tensor<f32>
    %t33 = stablehlo.multiply %s33, %k : tensor<f32>
    stablehlo.return %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7, %t8, %t9, %t10, %t11, %t12, %t13, %t14, %t15, %t16, %t17, %t18, %t19, %t20, %t21, %t22, %t23, %t24, %t25, %t26, %t27, %t28, %t29, %t30, %t31, %t32, %t33 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14, %0#15, %0#16, %0#17, %0#18, %0#19, %0#20, %0#21, %0#22, %0#23, %0#24, %0#25, %0#26, %0#27, %0#28, %0#29, %0#30, %0#31, %0#32, %0#33 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// Operands i and 17 + i depend on each other, so they stay in one reduction.
// CHECK-LABEL: func.func @in_pairs
// CHECK:       %[[A:[0-9]+]]:32 = stablehlo.reduce(%arg0 init: %arg34), (%arg17 init: %arg34)
// CHECK:       %[[B:[0-9]+]]:2 = stablehlo.reduce(%arg16 init: %arg34), (%arg33 init: %arg34)
func.func @in_pairs(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>, %a7: tensor<2xf32>, %a8: tensor<2xf32>, %a9: tensor<2xf32>, %a10: tensor<2xf32>, %a11: tensor<2xf32>, %a12: tensor<2xf32>, %a13: tensor<2xf32>, %a14: tensor<2xf32>, %a15: tensor<2xf32>, %a16: tensor<2xf32>, %a17: tensor<2xf32>, %a18: tensor<2xf32>, %a19: tensor<2xf32>, %a20: tensor<2xf32>, %a21: tensor<2xf32>, %a22: tensor<2xf32>, %a23: tensor<2xf32>, %a24: tensor<2xf32>, %a25: tensor<2xf32>, %a26: tensor<2xf32>, %a27: tensor<2xf32>, %a28: tensor<2xf32>, %a29: tensor<2xf32>, %a30: tensor<2xf32>, %a31: tensor<2xf32>, %a32: tensor<2xf32>, %a33: tensor<2xf32>, %c: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0:34 = "stablehlo.reduce"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16, %a17, %a18, %a19, %a20, %a21, %a22, %a23, %a24, %a25, %a26, %a27, %a28, %a29, %a30, %a31, %a32, %a33, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>, %p4: tensor<f32>, %p5: tensor<f32>, %p6: tensor<f32>, %p7: tensor<f32>, %p8: tensor<f32>, %p9: tensor<f32>, %p10: tensor<f32>, %p11: tensor<f32>, %p12: tensor<f32>, %p13: tensor<f32>, %p14: tensor<f32>, %p15: tensor<f32>, %p16: tensor<f32>, %p17: tensor<f32>, %p18: tensor<f32>, %p19: tensor<f32>, %p20: tensor<f32>, %p21: tensor<f32>, %p22: tensor<f32>, %p23: tensor<f32>, %p24: tensor<f32>, %p25: tensor<f32>, %p26: tensor<f32>, %p27: tensor<f32>, %p28: tensor<f32>, %p29: tensor<f32>, %p30: tensor<f32>, %p31: tensor<f32>, %p32: tensor<f32>, %p33: tensor<f32>, %q0: tensor<f32>, %q1: tensor<f32>, %q2: tensor<f32>, %q3: tensor<f32>, %q4: tensor<f32>, %q5: tensor<f32>, %q6: tensor<f32>, %q7: tensor<f32>, %q8: tensor<f32>, %q9: tensor<f32>, %q10: tensor<f32>, %q11: tensor<f32>, %q12: tensor<f32>, %q13: tensor<f32>, %q14: tensor<f32>, %q15: tensor<f32>, %q16: tensor<f32>, %q17: tensor<f32>, %q18: tensor<f32>, %q19: tensor<f32>, %q20: tensor<f32>, %q21: tensor<f32>, %q22: tensor<f32>, %q23: tensor<f32>, %q24: tensor<f32>, %q25: tensor<f32>, %q26: tensor<f32>, %q27: tensor<f32>, %q28: tensor<f32>, %q29: tensor<f32>, %q30: tensor<f32>, %q31: tensor<f32>, %q32: tensor<f32>, %q33: tensor<f32>):
    %s0 = stablehlo.add %p0, %q17 : tensor<f32>
    %s1 = stablehlo.add %p1, %q18 : tensor<f32>
    %s2 = stablehlo.add %p2, %q19 : tensor<f32>
    %s3 = stablehlo.add %p3, %q20 : tensor<f32>
    %s4 = stablehlo.add %p4, %q21 : tensor<f32>
    %s5 = stablehlo.add %p5, %q22 : tensor<f32>
    %s6 = stablehlo.add %p6, %q23 : tensor<f32>
    %s7 = stablehlo.add %p7, %q24 : tensor<f32>
    %s8 = stablehlo.add %p8, %q25 : tensor<f32>
    %s9 = stablehlo.add %p9, %q26 : tensor<f32>
    %s10 = stablehlo.add %p10, %q27 : tensor<f32>
    %s11 = stablehlo.add %p11, %q28 : tensor<f32>
    %s12 = stablehlo.add %p12, %q29 : tensor<f32>
    %s13 = stablehlo.add %p13, %q30 : tensor<f32>
    %s14 = stablehlo.add %p14, %q31 : tensor<f32>
    %s15 = stablehlo.add %p15, %q32 : tensor<f32>
    %s16 = stablehlo.add %p16, %q33 : tensor<f32>
    %s17 = stablehlo.add %p17, %q0 : tensor<f32>
    %s18 = stablehlo.add %p18, %q1 : tensor<f32>
    %s19 = stablehlo.add %p19, %q2 : tensor<f32>
    %s20 = stablehlo.add %p20, %q3 : tensor<f32>
    %s21 = stablehlo.add %p21, %q4 : tensor<f32>
    %s22 = stablehlo.add %p22, %q5 : tensor<f32>
    %s23 = stablehlo.add %p23, %q6 : tensor<f32>
    %s24 = stablehlo.add %p24, %q7 : tensor<f32>
    %s25 = stablehlo.add %p25, %q8 : tensor<f32>
    %s26 = stablehlo.add %p26, %q9 : tensor<f32>
    %s27 = stablehlo.add %p27, %q10 : tensor<f32>
    %s28 = stablehlo.add %p28, %q11 : tensor<f32>
    %s29 = stablehlo.add %p29, %q12 : tensor<f32>
    %s30 = stablehlo.add %p30, %q13 : tensor<f32>
    %s31 = stablehlo.add %p31, %q14 : tensor<f32>
    %s32 = stablehlo.add %p32, %q15 : tensor<f32>
    %s33 = stablehlo.add %p33, %q16 : tensor<f32>
    stablehlo.return %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17, %s18, %s19, %s20, %s21, %s22, %s23, %s24, %s25, %s26, %s27, %s28, %s29, %s30, %s31, %s32, %s33 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14, %0#15, %0#16, %0#17, %0#18, %0#19, %0#20, %0#21, %0#22, %0#23, %0#24, %0#25, %0#26, %0#27, %0#28, %0#29, %0#30, %0#31, %0#32, %0#33 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func.func @together
// CHECK:       :33 = stablehlo.reduce
func.func @together(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>, %a7: tensor<2xf32>, %a8: tensor<2xf32>, %a9: tensor<2xf32>, %a10: tensor<2xf32>, %a11: tensor<2xf32>, %a12: tensor<2xf32>, %a13: tensor<2xf32>, %a14: tensor<2xf32>, %a15: tensor<2xf32>, %a16: tensor<2xf32>, %a17: tensor<2xf32>, %a18: tensor<2xf32>, %a19: tensor<2xf32>, %a20: tensor<2xf32>, %a21: tensor<2xf32>, %a22: tensor<2xf32>, %a23: tensor<2xf32>, %a24: tensor<2xf32>, %a25: tensor<2xf32>, %a26: tensor<2xf32>, %a27: tensor<2xf32>, %a28: tensor<2xf32>, %a29: tensor<2xf32>, %a30: tensor<2xf32>, %a31: tensor<2xf32>, %a32: tensor<2xf32>, %c: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0:33 = "stablehlo.reduce"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16, %a17, %a18, %a19, %a20, %a21, %a22, %a23, %a24, %a25, %a26, %a27, %a28, %a29, %a30, %a31, %a32, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>, %p4: tensor<f32>, %p5: tensor<f32>, %p6: tensor<f32>, %p7: tensor<f32>, %p8: tensor<f32>, %p9: tensor<f32>, %p10: tensor<f32>, %p11: tensor<f32>, %p12: tensor<f32>, %p13: tensor<f32>, %p14: tensor<f32>, %p15: tensor<f32>, %p16: tensor<f32>, %p17: tensor<f32>, %p18: tensor<f32>, %p19: tensor<f32>, %p20: tensor<f32>, %p21: tensor<f32>, %p22: tensor<f32>, %p23: tensor<f32>, %p24: tensor<f32>, %p25: tensor<f32>, %p26: tensor<f32>, %p27: tensor<f32>, %p28: tensor<f32>, %p29: tensor<f32>, %p30: tensor<f32>, %p31: tensor<f32>, %p32: tensor<f32>, %q0: tensor<f32>, %q1: tensor<f32>, %q2: tensor<f32>, %q3: tensor<f32>, %q4: tensor<f32>, %q5: tensor<f32>, %q6: tensor<f32>, %q7: tensor<f32>, %q8: tensor<f32>, %q9: tensor<f32>, %q10: tensor<f32>, %q11: tensor<f32>, %q12: tensor<f32>, %q13: tensor<f32>, %q14: tensor<f32>, %q15: tensor<f32>, %q16: tensor<f32>, %q17: tensor<f32>, %q18: tensor<f32>, %q19: tensor<f32>, %q20: tensor<f32>, %q21: tensor<f32>, %q22: tensor<f32>, %q23: tensor<f32>, %q24: tensor<f32>, %q25: tensor<f32>, %q26: tensor<f32>, %q27: tensor<f32>, %q28: tensor<f32>, %q29: tensor<f32>, %q30: tensor<f32>, %q31: tensor<f32>, %q32: tensor<f32>):
    %s0 = stablehlo.add %p0, %q1 : tensor<f32>
    %s1 = stablehlo.add %p1, %q2 : tensor<f32>
    %s2 = stablehlo.add %p2, %q3 : tensor<f32>
    %s3 = stablehlo.add %p3, %q4 : tensor<f32>
    %s4 = stablehlo.add %p4, %q5 : tensor<f32>
    %s5 = stablehlo.add %p5, %q6 : tensor<f32>
    %s6 = stablehlo.add %p6, %q7 : tensor<f32>
    %s7 = stablehlo.add %p7, %q8 : tensor<f32>
    %s8 = stablehlo.add %p8, %q9 : tensor<f32>
    %s9 = stablehlo.add %p9, %q10 : tensor<f32>
    %s10 = stablehlo.add %p10, %q11 : tensor<f32>
    %s11 = stablehlo.add %p11, %q12 : tensor<f32>
    %s12 = stablehlo.add %p12, %q13 : tensor<f32>
    %s13 = stablehlo.add %p13, %q14 : tensor<f32>
    %s14 = stablehlo.add %p14, %q15 : tensor<f32>
    %s15 = stablehlo.add %p15, %q16 : tensor<f32>
    %s16 = stablehlo.add %p16, %q17 : tensor<f32>
    %s17 = stablehlo.add %p17, %q18 : tensor<f32>
    %s18 = stablehlo.add %p18, %q19 : tensor<f32>
    %s19 = stablehlo.add %p19, %q20 : tensor<f32>
    %s20 = stablehlo.add %p20, %q21 : tensor<f32>
    %s21 = stablehlo.add %p21, %q22 : tensor<f32>
    %s22 = stablehlo.add %p22, %q23 : tensor<f32>
    %s23 = stablehlo.add %p23, %q24 : tensor<f32>
    %s24 = stablehlo.add %p24, %q25 : tensor<f32>
    %s25 = stablehlo.add %p25, %q26 : tensor<f32>
    %s26 = stablehlo.add %p26, %q27 : tensor<f32>
    %s27 = stablehlo.add %p27, %q28 : tensor<f32>
    %s28 = stablehlo.add %p28, %q29 : tensor<f32>
    %s29 = stablehlo.add %p29, %q30 : tensor<f32>
    %s30 = stablehlo.add %p30, %q31 : tensor<f32>
    %s31 = stablehlo.add %p31, %q32 : tensor<f32>
    %s32 = stablehlo.add %p32, %q0 : tensor<f32>
    stablehlo.return %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %s16, %s17, %s18, %s19, %s20, %s21, %s22, %s23, %s24, %s25, %s26, %s27, %s28, %s29, %s30, %s31, %s32 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14, %0#15, %0#16, %0#17, %0#18, %0#19, %0#20, %0#21, %0#22, %0#23, %0#24, %0#25, %0#26, %0#27, %0#28, %0#29, %0#30, %0#31, %0#32 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func.func @few
// CHECK:       :32 = stablehlo.reduce
func.func @few(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>, %a5: tensor<2xf32>, %a6: tensor<2xf32>, %a7: tensor<2xf32>, %a8: tensor<2xf32>, %a9: tensor<2xf32>, %a10: tensor<2xf32>, %a11: tensor<2xf32>, %a12: tensor<2xf32>, %a13: tensor<2xf32>, %a14: tensor<2xf32>, %a15: tensor<2xf32>, %a16: tensor<2xf32>, %a17: tensor<2xf32>, %a18: tensor<2xf32>, %a19: tensor<2xf32>, %a20: tensor<2xf32>, %a21: tensor<2xf32>, %a22: tensor<2xf32>, %a23: tensor<2xf32>, %a24: tensor<2xf32>, %a25: tensor<2xf32>, %a26: tensor<2xf32>, %a27: tensor<2xf32>, %a28: tensor<2xf32>, %a29: tensor<2xf32>, %a30: tensor<2xf32>, %a31: tensor<2xf32>, %c: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0:32 = "stablehlo.reduce"(%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16, %a17, %a18, %a19, %a20, %a21, %a22, %a23, %a24, %a25, %a26, %a27, %a28, %a29, %a30, %a31, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p0: tensor<f32>, %p1: tensor<f32>, %p2: tensor<f32>, %p3: tensor<f32>, %p4: tensor<f32>, %p5: tensor<f32>, %p6: tensor<f32>, %p7: tensor<f32>, %p8: tensor<f32>, %p9: tensor<f32>, %p10: tensor<f32>, %p11: tensor<f32>, %p12: tensor<f32>, %p13: tensor<f32>, %p14: tensor<f32>, %p15: tensor<f32>, %p16: tensor<f32>, %p17: tensor<f32>, %p18: tensor<f32>, %p19: tensor<f32>, %p20: tensor<f32>, %p21: tensor<f32>, %p22: tensor<f32>, %p23: tensor<f32>, %p24: tensor<f32>, %p25: tensor<f32>, %p26: tensor<f32>, %p27: tensor<f32>, %p28: tensor<f32>, %p29: tensor<f32>, %p30: tensor<f32>, %p31: tensor<f32>, %q0: tensor<f32>, %q1: tensor<f32>, %q2: tensor<f32>, %q3: tensor<f32>, %q4: tensor<f32>, %q5: tensor<f32>, %q6: tensor<f32>, %q7: tensor<f32>, %q8: tensor<f32>, %q9: tensor<f32>, %q10: tensor<f32>, %q11: tensor<f32>, %q12: tensor<f32>, %q13: tensor<f32>, %q14: tensor<f32>, %q15: tensor<f32>, %q16: tensor<f32>, %q17: tensor<f32>, %q18: tensor<f32>, %q19: tensor<f32>, %q20: tensor<f32>, %q21: tensor<f32>, %q22: tensor<f32>, %q23: tensor<f32>, %q24: tensor<f32>, %q25: tensor<f32>, %q26: tensor<f32>, %q27: tensor<f32>, %q28: tensor<f32>, %q29: tensor<f32>, %q30: tensor<f32>, %q31: tensor<f32>):
    %k = stablehlo.constant dense<2.0> : tensor<f32>
    %s0 = stablehlo.add %p0, %q0 : tensor<f32>
    %t0 = stablehlo.multiply %s0, %k : tensor<f32>
    %s1 = stablehlo.add %p1, %q1 : tensor<f32>
    %t1 = stablehlo.multiply %s1, %k : tensor<f32>
    %s2 = stablehlo.add %p2, %q2 : tensor<f32>
    %t2 = stablehlo.multiply %s2, %k : tensor<f32>
    %s3 = stablehlo.add %p3, %q3 : tensor<f32>
    %t3 = stablehlo.multiply %s3, %k : tensor<f32>
    %s4 = stablehlo.add %p4, %q4 : tensor<f32>
    %t4 = stablehlo.multiply %s4, %k : tensor<f32>
    %s5 = stablehlo.add %p5, %q5 : tensor<f32>
    %t5 = stablehlo.multiply %s5, %k : tensor<f32>
    %s6 = stablehlo.add %p6, %q6 : tensor<f32>
    %t6 = stablehlo.multiply %s6, %k : tensor<f32>
    %s7 = stablehlo.add %p7, %q7 : tensor<f32>
    %t7 = stablehlo.multiply %s7, %k : tensor<f32>
    %s8 = stablehlo.add %p8, %q8 : tensor<f32>
    %t8 = stablehlo.multiply %s8, %k : tensor<f32>
    %s9 = stablehlo.add %p9, %q9 : tensor<f32>
    %t9 = stablehlo.multiply %s9, %k : tensor<f32>
    %s10 = stablehlo.add %p10, %q10 : tensor<f32>
    %t10 = stablehlo.multiply %s10, %k : tensor<f32>
    %s11 = stablehlo.add %p11, %q11 : tensor<f32>
    %t11 = stablehlo.multiply %s11, %k : tensor<f32>
    %s12 = stablehlo.add %p12, %q12 : tensor<f32>
    %t12 = stablehlo.multiply %s12, %k : tensor<f32>
    %s13 = stablehlo.add %p13, %q13 : tensor<f32>
    %t13 = stablehlo.multiply %s13, %k : tensor<f32>
    %s14 = stablehlo.add %p14, %q14 : tensor<f32>
    %t14 = stablehlo.multiply %s14, %k : tensor<f32>
    %s15 = stablehlo.add %p15, %q15 : tensor<f32>
    %t15 = stablehlo.multiply %s15, %k : tensor<f32>
    %s16 = stablehlo.add %p16, %q16 : tensor<f32>
    %t16 = stablehlo.multiply %s16, %k : tensor<f32>
    %s17 = stablehlo.add %p17, %q17 : tensor<f32>
    %t17 = stablehlo.multiply %s17, %k : tensor<f32>
    %s18 = stablehlo.add %p18, %q18 : tensor<f32>
    %t18 = stablehlo.multiply %s18, %k : tensor<f32>
    %s19 = stablehlo.add %p19, %q19 : tensor<f32>
    %t19 = stablehlo.multiply %s19, %k : tensor<f32>
    %s20 = stablehlo.add %p20, %q20 : tensor<f32>
    %t20 = stablehlo.multiply %s20, %k : tensor<f32>
    %s21 = stablehlo.add %p21, %q21 : tensor<f32>
    %t21 = stablehlo.multiply %s21, %k : tensor<f32>
    %s22 = stablehlo.add %p22, %q22 : tensor<f32>
    %t22 = stablehlo.multiply %s22, %k : tensor<f32>
    %s23 = stablehlo.add %p23, %q23 : tensor<f32>
    %t23 = stablehlo.multiply %s23, %k : tensor<f32>
    %s24 = stablehlo.add %p24, %q24 : tensor<f32>
    %t24 = stablehlo.multiply %s24, %k : tensor<f32>
    %s25 = stablehlo.add %p25, %q25 : tensor<f32>
    %t25 = stablehlo.multiply %s25, %k : tensor<f32>
    %s26 = stablehlo.add %p26, %q26 : tensor<f32>
    %t26 = stablehlo.multiply %s26, %k : tensor<f32>
    %s27 = stablehlo.add %p27, %q27 : tensor<f32>
    %t27 = stablehlo.multiply %s27, %k : tensor<f32>
    %s28 = stablehlo.add %p28, %q28 : tensor<f32>
    %t28 = stablehlo.multiply %s28, %k : tensor<f32>
    %s29 = stablehlo.add %p29, %q29 : tensor<f32>
    %t29 = stablehlo.multiply %s29, %k : tensor<f32>
    %s30 = stablehlo.add %p30, %q30 : tensor<f32>
    %t30 = stablehlo.multiply %s30, %k : tensor<f32>
    %s31 = stablehlo.add %p31, %q31 : tensor<f32>
    %t31 = stablehlo.multiply %s31, %k : tensor<f32>
    stablehlo.return %t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7, %t8, %t9, %t10, %t11, %t12, %t13, %t14, %t15, %t16, %t17, %t18, %t19, %t20, %t21, %t22, %t23, %t24, %t25, %t26, %t27, %t28, %t29, %t30, %t31 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14, %0#15, %0#16, %0#17, %0#18, %0#19, %0#20, %0#21, %0#22, %0#23, %0#24, %0#25, %0#26, %0#27, %0#28, %0#29, %0#30, %0#31 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

