// Programs of any size. Each family makes programs with many of one thing, such as operands or
// functions.
#pragma once

#include <string>

namespace lz::test {

// These programs have arrays of `rank` dimensions, all of size 1 except the last one.
std::string manyExtents(int rank);
std::string transposeOfMany(int rank);
std::string reduceOfMany(int rank);
std::string sliceAndPadOfMany(int rank);
std::string reshapeOfMany(int rank);
std::string dotOfMany(int rank);
std::string gatherOfMany(int rank);

// Each of these programs has an op of n operands.
std::string concatenation(int n);
std::string concatenationOfSlices(int n); // the slices of one array, in another order
std::string loopOfMany(int n);            // a while loop that carries n values
std::string reduceOfOperands(int n);      // one reduction of n independent operands
std::string scatterOfOperands(int n);     // one scatter of n independent operands
std::string barrierOfMany(int n);

// Each of these programs has n functions, regions, ops, constants or results.
std::string callsInAChain(int n); // each function calls the next one
std::string callsInARow(int n);   // main calls each function
std::string callsThatReturnTheirOperand(int n);
std::string branches(int n);
std::string additions(int n);
std::string viewsInAChain(int n);
std::string updates(int n);
std::string reductionsInAChain(int n);
std::string constants(int n);
std::string results(int n);
std::string denseConstant(int n); // a constant of n elements

} // namespace lz::test
