/** Marks that a writer may leave out: accents of letters, vowel points of Arabic and Hebrew, the dot below of Indic letters. */
const OPTIONAL_MARKS =
  /(?=\p{M})[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/gu
const BEYOND_ASCII = /[^\0-\x7f]/

/**
 * The text as a search compares it: in lower case, in one notation, without marks that may be left out. Marks that are
 * letters of their own stay: without its vowel signs, a word of Hindi or Thai is another word.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return BEYOND_ASCII.test(lower) ? lower.normalize('NFKD').replace(OPTIONAL_MARKS, '') : lower
}
