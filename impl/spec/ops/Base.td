// The classes that op entries are made of. An entry is the only place where an op is defined: mlir-tblgen makes
// the IR class, parser, printer and traits from it; spec/gen/gen_ops.py makes everything else (opcode table,
// interpreter loops, vector emission, C functions, manifest, documentation).
#ifndef LAZULI_SPEC_BASE
#define LAZULI_SPEC_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::lz::hlo";
  let summary = "Lazuli's implementation of the StableHLO operation set.";
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    // Refuse, by name, what the specification has and Lazuli does not.
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef opName) const override;
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser& parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter& printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser& parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter& printer) const override;
  }];
}

def CHLO_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::lz::chlo";
  let summary = "The client ops that front ends print beside StableHLO.";
  let extraClassDeclaration = [{
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef opName) const override;
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser& parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter& printer) const override;
  }];
}

// Every op says which opcode it is; OpInfo answers the rest. Shape inference verifies it.
def LZ_OpcodeInterface : OpInterface<"OpcodeInterface"> {
  let cppNamespace = "::lz::hlo";
  let methods = [InterfaceMethod<"The op's entry in the opcode table.", "::lz::Opcode", "getOpcode",
      (ins), /*methodBody=*/"", /*defaultImplementation=*/[{
        static const ::lz::Opcode opcode =
            ::lz::findOp(ConcreteOp::getOperationName())->opcode;
        return opcode;
      }]>];
  let verify = "return ::lz::hlo::verifyOp($_op);";
}

// Operands and results have one type; quantized ones may differ in their parameters.
def LZ_OneType : NativeOpTrait<"OneType"> {
  let cppNamespace = "::lz::hlo";
}

// What gen_ops.py reads of an entry; mlir-tblgen ignores these fields.
class LZ_Entry {
  int since = 1;            // ABI version in which the C function appeared; never changes
  string kind = "opaque";   // OpKind, lower case: elementwise view source reduce contraction indexed scatter control library opaque
  string resultSpec = "inferred"; // inferred | dtype | shape | type: what the caller states of the result
  string cName = "";        // the plain name when it differs from the mnemonic
  bit hasCFunction = 1;     // 0: no lz_<name> is generated
  bit isCall = 0;           // 1: the library has a function of this name (exec/Calls.cc), though the kind is another
  bit attributeStruct = 0;  // 1: the C function takes the attributes as a struct: many, or some that may still come
  // Fields of that struct that ask for precision: "precision" for each operand, and "algorithm", the types of dot_algorithm.
  // Every contraction is as precise as HIGHEST asks, so they are checked and change nothing.
  list<string> precisionHints = [];
  list<string> irOnly = []; // IR attributes that mean nothing to Lazuli (precision hints): no plain attribute
  // What plain attributes are when they are not given, "name: value": a number, a case of an enumeration, or the value of
  // each element of a list. A flag's default is that of its class.
  list<string> defaults = [];
  // What a C caller must know of shapes, beyond the summary.
  string shapes = "";
  string specSection = "";  // of the StableHLO specification; the mnemonic when empty
  // The element types of the operands; checked by shape inference for elementwise ops.
  //   float | int | bool | boolInt | number (float or int) | signed (float or signed int) | part (f32, f64) | any
  // and complex numbers where `complex` or `takesComplex` says so.
  string types = "any";
  // Elementwise only. The oracle: a C++ expression over x, y, z of element type T (float for 16-bit floats), in
  // namespace lz::scalar. The specialized ones win over `scalar`. All empty: scalar/Elementwise.cc knows the op.
  string scalar = "";
  string scalarInt = "";
  string scalarBool = "";
  // The same of complex numbers, by spec/scalar/ComplexFormulas.h: over x, y, z of Complex<R>, it gives a Complex<R>, an R
  // or a predicate. Compiled programs have the parts alone (hlo/passes/ExpandComplex.cc), so this is all that there is of
  // it. Empty: the op takes no complex numbers, or takesComplex says that other code knows what it does with them.
  string complex = "";
  bit takesComplex = 0;
  // Vector emission: a C++ expression over `b` (emit/core/LaneBuilder.h) and mlir::Values x, y, z; `attrs`, and the
  // element types `from` (first operand's) and `to` (result's). emitBool also has the predicates of a select.
  string emitFloat = "";
  string emitSigned = "";
  string emitUnsigned = "";
  string emitBool = "";
  // Elementwise only: how long a vector of 16 f32 takes, in additions of such; rounded, as measured on a CPU with AVX2
  // (docs/performance.md, "Costs").
  int cost = 1;
  int wideCost = 0;         // of 16 f64; 0: twice as much, since they fill twice the registers
  bit givesPart = 0;        // elementwise only: the result for complex operands is real (abs)
  bit givesPredicate = 0;   // elementwise only: the result is pred, whatever the operands
  // Laws of arithmetic, "types: before -> after" with the types of above, or "rounding types: ..." where the result
  // may differ in the last place: not for numerics level strict. hlo/rewrite/TermRewrite.h explains the terms.
  // Elsewhere the same bits are left, NaN payloads and signs of NaN aside.
  list<string> rules = [];
  // Elementwise only: the vector-Jacobian product, one formula an operand, over g (the result's cotangent), the operands
  // x, y, z and the result r, in the arithmetic of autodiff/Symbolic.h; "0": no change of this operand changes the result by
  // little (floor, a predicate); "none": no derivative in this operand. Empty: the op has no derivative.
  list<string> vjp = [];
  // The same where the first operand is complex, if it differs. A cotangent of a complex number is, as in JAX, that of a
  // linear map without conjugation: of r = x * y it is g * y.
  list<string> complexVjp = [];
  // A line of the op's documentation: one example in StableHLO text, parsed by a test.
  string example = "";
}

class LZ_Op<Dialect dialect, string mnemonic, list<Trait> traits = []>
    : Op<dialect, mnemonic, [LZ_OpcodeInterface] # traits>, LZ_Entry;

// An op of programs that has no class in these dialects, because MLIR brings one.
class LZ_ForeignOp<string mnemonic, string name> : LZ_Entry {
  string opName = mnemonic;
  string fullName = name;
  string summary = "";
  dag arguments = (ins);
  dag results = (outs);
  dag regions = (region);
}

#endif
