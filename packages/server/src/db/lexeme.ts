/** Shorter words without marks are the beginning of too many others. */
const BARE_MIN = 3

/**
 * A folded word as a part of a search query. Words that an earlier version of the server indexed have no marks at all,
 * so that a word with marks is also searched without them.
 */
export function lexeme(word: string, isPrefix: boolean, mark = ''): string {
  const end = isPrefix ? ':*' : ''
  const bare = word.replaceAll(/\p{M}+/gu, '')
  const own = `'${mark}${word}'${end}`
  return bare === word || bare.length < BARE_MIN ? own : `( ${own} | '${mark}${bare}'${end} )`
}
