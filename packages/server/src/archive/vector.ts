import { wordsIn } from './words.ts'

/** A message with its number in the chat. */
export interface SearchedMessage {
  readonly n: number
  readonly text: string
  /** A private note: its words are searched apart from those of messages. */
  readonly note?: boolean
}

/** The visitor's data by which chats are found. */
export interface Person {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly blocked: boolean
}

/** Bytes of text that are indexed, per chat. */
const TEXT_MAX = 200_000
/** Maximum bytes of a chat's index: the database allows less than a million. */
const VECTOR_MAX = 600_000
/** The database allows no position beyond this, and no more positions per word. */
const POSITION_MAX = 16_383
const POSITIONS_MAX = 256
/** Stands before the words of notes. */
export const NOTE_MARK = '~'
/** Maximum words of the visitor's data, which the visitor controls. */
const PERSON_MAX = 40

/** Where a vector ends, so that later messages of the chat can be appended to it. */
export interface VectorEnd {
  /** The position of the next word. */
  readonly position: number
  /** The last position that a word has; 0 without words. */
  readonly last: number
  /** Bytes of the texts so far. */
  readonly read: number
  /** Bytes of the vector so far, or more: a word that both parts have counts twice. */
  readonly size: number
  /** A limit is reached: what follows is not indexed. */
  readonly full: boolean
}

export interface Vector {
  /** In the database's notation. Of an appended part: positions after `last` of the part before, as `||` adds it. */
  readonly words: string
  readonly lines: readonly number[]
  readonly starts: readonly number[]
  readonly end: VectorEnd
}

const BEGINNING: VectorEnd = { position: 1, last: 0, read: 0, size: 0, full: false }

/**
 * The messages, word for word, with the position of each word. A gap between messages keeps a phrase from matching
 * across two of them. `before`: the end of the vector to which this one is appended.
 */
export function toVector(texts: readonly SearchedMessage[], before: VectorEnd = BEGINNING): Vector {
  const positions = new Map<string, number[]>()
  const lines: number[] = []
  const starts: number[] = []
  let { position, last, read, size, full } = before
  for (const { n, text, note = false } of texts) {
    if (full) break
    const words = wordsIn(text.slice(0, TEXT_MAX))
    if (words.length === 0) continue
    read += Buffer.byteLength(text)
    full = read > TEXT_MAX && position > 1
    if (full) break
    lines.push(n)
    starts.push(Math.min(position, POSITION_MAX))
    for (const { word: said } of words) {
      const word = note ? NOTE_MARK + said : said
      const known = positions.get(word)
      size += known ? 2 : Buffer.byteLength(word) + 8
      full = size > VECTOR_MAX
      if (full) break
      last = Math.min(position, POSITION_MAX)
      // The database adds the last position of the vector before, up to the same limit.
      const shifted = Math.max(1, last - before.last)
      if (!known) positions.set(word, [shifted])
      else if (known.length < POSITIONS_MAX) known.push(shifted)
      position++
    }
    position++
  }
  const words = [...positions].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
  return { words, lines, starts, end: { position, last, read, size, full } }
}

/**
 * A visitor as part of the index of each of their chats: `=word` for each word, and `@suffix` for each suffix of a
 * word, so that a prefix search of the suffixes finds any part of it.
 */
export function personVector({ name, email, phone, blocked }: Person): string {
  const words = [name, email].flatMap((text) => (text === null ? [] : wordsIn(text).map(({ word }) => word)))
  const digits = digitsOf(phone ?? '')
  const all = [...new Set([...words.slice(0, PERSON_MAX), ...(digits === '' ? [] : [digits])])]
  return [
    ...all.map((word) => `'=${word}'`),
    ...new Set(all.flatMap((word) => endingsOf(word).map((ending) => `'@${ending}'`))),
    ...(blocked ? [BLOCKED] : []),
  ].join(' ')
}

/** The visitor is blocked. */
export const BLOCKED = "'@!'"

/** The digits of a phone number, without leading zeros and country prefix notation. */
export const digitsOf = (text: string): string => text.replaceAll(/\D+/g, '').replace(/^0+/, '').slice(0, 20)

function endingsOf(word: string): string[] {
  const letters = [...word]
  return letters.map((_, i) => letters.slice(i).join(''))
}
