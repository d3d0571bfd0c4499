// A sentence without spaces, and the inputs of the decoder at each of its positions, as plain
// arrays.

/// The numbers of characters: 0 to 25 for letters, and the special characters below.
enum Character {
  static let none: Int32 = -1, apostrophe: Int32 = 26, endOfWord: Int32 = 27, endOfSentence: Int32 = 28, padding: Int32 = 29
  static let count = 30

  static func number(_ letter: UInt8) -> Int32 { letter == UInt8(ascii: "'") ? apostrophe : Int32(letter) - 97 }
}

let words = ["you", "like", "daddy's", "whiskers", "just", "gonna", "eat", "the", "comb", "and", "that's", "all"]
/// The length of the longest word.
let maxSpan = 18
/// Stands for the logarithm of probability 0. A difference of two infinities would be NaN.
let never: Float = -1e30

struct Sentence {
  /// The characters, with `endOfSentence` at the end.
  let characters: [Int32]

  init(words count: Int) {
    characters = words.prefix(count).joined().utf8.map { Character.number($0) } + [Character.endOfSentence]
  }

  /// Returns the number of candidates at a position: one word for each possible length. The end of
  /// the sentence is a word of its own, and not a part of other words.
  func candidates(at position: Int) -> Int {
    let letters = characters.count - 1 - position
    return letters == 0 ? 1 : min(letters, maxSpan)
  }

  /// Returns the number of rows in the batch of words at a position. It is a multiple of 3, so that
  /// fewer programs must be compiled.
  func rows(at position: Int) -> Int { (candidates(at: position) + 2) / 3 * 3 }
}

/// The inputs and targets of the decoder at one position. In each row, the inputs are END_OF_WORD,
/// the word, and PADDING. The targets are the word, END_OF_WORD, and nothing for the other steps.
struct Spelling {
  var inputs: [[Int32]], targets: [Int32]
  /// For each row, `words` has the index of the row's word in the lexicon, or the size of the
  /// lexicon if the word is not there. `barred` is added to the score of the row: `never` for a
  /// padding row, and 0 for all others.
  var words: [Int32], barred: [Float]

  init(_ sentence: Sentence, at position: Int) {
    let text = sentence.characters[position...].map { $0 }
    let count = sentence.candidates(at: position), rows = sentence.rows(at: position)
    let lengths = (0..<rows).map { $0 < count ? $0 + 1 : -1 }
    inputs = (0...rows).map { t in
      lengths.map { t == 0 ? Character.endOfWord : t <= $0 ? text[t - 1] : Character.padding }
    }
    targets = (0...rows).flatMap { t in
      lengths.map { t < $0 ? text[t] : t == $0 ? Character.endOfWord : Character.none }
    }
    self.words = lengths.map { $0 < 0 ? Int32(lexicon.count) : find(text.prefix($0)) }
    barred = lengths.map { $0 < 0 ? never : 0 }
  }
}

private let lexicon = words.map { $0.utf8.map { Character.number($0) } }

private func find(_ characters: ArraySlice<Int32>) -> Int32 {
  Int32(lexicon.firstIndex { $0.elementsEqual(characters) } ?? lexicon.count)
}
