// Enumerations of the StableHLO specification. The numbers are part of the C ABI (LZ_COMPARE_LT, ...).
#ifndef LAZULI_SPEC_ENUMS
#define LAZULI_SPEC_ENUMS

include "Base.td"

class LZ_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::lz::hlo";
  let genSpecializedAttr = 0;
  bit inPrograms = 1; // 0 if no op of the C API has this enumeration
}

// Prints #stablehlo<precision HIGHEST> if it stands alone, and HIGHEST inside of an op's short form.
class LZ_EnumAttr<LZ_Enum enum, string mnemonic> : EnumAttr<StableHLO_Dialect, enum, mnemonic>;

def LZ_ComparisonDirection : LZ_Enum<"ComparisonDirection", "The comparison that the op compare makes", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>,
  I32EnumAttrCase<"GT", 3>, I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def LZ_ComparisonDirectionAttr : LZ_EnumAttr<LZ_ComparisonDirection, "comparison_direction">;

// TOTALORDER compares floats by bits: -NaN < -inf < ... < -0 < +0 < ... < inf < NaN.
def LZ_ComparisonType : LZ_Enum<"ComparisonType", "The order by which compare compares its operands", [
  I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
  I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]>;
def LZ_ComparisonTypeAttr : LZ_EnumAttr<LZ_ComparisonType, "comparison_type">;

def LZ_Precision : LZ_Enum<"Precision", "A hint on the inner precision of a contraction", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]>;
def LZ_PrecisionAttr : LZ_EnumAttr<LZ_Precision, "precision">;
def LZ_PrecisionConfigAttr : TypedArrayAttrBase<LZ_PrecisionAttr, "one precision an operand">;

def LZ_RngAlgorithm : LZ_Enum<"RngAlgorithm", "How rng_bit_generator makes bits", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>, I32EnumAttrCase<"PHILOX", 2>]>;
def LZ_RngAlgorithmAttr : LZ_EnumAttr<LZ_RngAlgorithm, "rng_algorithm">;

def LZ_ResultAccuracyMode : LZ_Enum<"ResultAccuracyMode", "What a ResultAccuracy asks for", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>, I32EnumAttrCase<"TOLERANCE", 2>]>;
def LZ_ResultAccuracyModeAttr : LZ_EnumAttr<LZ_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def LZ_FftType : LZ_Enum<"FftType", "The transform that the op fft computes", [
  I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>, I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def LZ_FftTypeAttr : LZ_EnumAttr<LZ_FftType, "fft_type">;

def LZ_Transposition : LZ_Enum<"Transposition", "The form in which triangular_solve uses its first operand", [
  I32EnumAttrCase<"NO_TRANSPOSE", 0>, I32EnumAttrCase<"TRANSPOSE", 1>, I32EnumAttrCase<"ADJOINT", 2>]>;
def LZ_TranspositionAttr : LZ_EnumAttr<LZ_Transposition, "transpose">;

// Has no attribute class of its own, and prints as `api_version = 1 : i32`.
def LZ_CustomCallApiVersion : I32EnumAttr<"CustomCallApiVersion", "Calling convention of a custom call", [
    I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>, I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
    I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>,
    I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
    I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::lz::hlo";
}

#endif
