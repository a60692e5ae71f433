import { fold } from '@deskbell/protocol/fold'

export const GROUPS = [
  'smileys',
  'people',
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const
export type Group = (typeof GROUPS)[number]

/** `words`: what it is found by, the first of them its name, folded. `hasTones`: it can have a skin tone. */
export type Emoji = { emoji: string; name: string; words: readonly string[]; hasTones: boolean }

/**
 * Emoji by group, as `emoji.txt` lists them: one a line, `+` behind those with skin tones, then English words to find it
 * by. The list is cut from emojibase-data 17.0.0 (MIT, Miles Johnson), without those newer than Emoji 15, which many
 * systems do not draw.
 *
 * `names`, of another language, has a line for each of them: its name, a tab and further words. These lines are cut from
 * cldr-annotations-full and cldr-annotations-derived-full 48.2.0 (Unicode-3.0). The English words are found besides.
 */
export function parseEmoji(text: string, names?: string): Map<Group, Emoji[]> {
  const translated = names?.split('\n')
  let at = 0
  const groups = new Map<Group, Emoji[]>()
  let list: Emoji[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    if (line.startsWith('# ')) {
      list = []
      const group = GROUPS.find((one) => one === line.slice(2))
      if (group) groups.set(group, list)
      continue
    }
    const space = line.indexOf(' ')
    const sign = line.slice(0, space)
    const hasTones = sign.endsWith('+')
    const english = line.slice(space + 1)
    const own = translated?.[at++]
    const name = own?.split('\t')[0] ?? english
    const words = wordsIn(own === undefined ? english : `${own} ${english}`)
    list.push({ emoji: hasTones ? sign.slice(0, -1) : sign, name, words, hasTones })
  }
  return groups
}

const wordsIn = (text: string): string[] =>
  fold(text)
    .split(/[\s:,“”«»()-]+/)
    .filter(Boolean)

/** 0: yellow, as without a tone; 1 to 5 from light to dark. */
export type Tone = 0 | 1 | 2 | 3 | 4 | 5
export const TONES: readonly Tone[] = [0, 1, 2, 3, 4, 5]

/** The emoji in a skin tone, if it has tones. */
export function toned({ emoji, hasTones }: Pick<Emoji, 'emoji' | 'hasTones'>, tone: Tone): string {
  if (!hasTones || tone === 0) return emoji
  const [first = '', ...rest] = emoji
  // The modifier stands in place of the variation selector.
  return first + String.fromCodePoint(0x1f3fa + tone) + rest.join('').replace(/^\uFE0F/, '')
}

/** Chinese has no spaces between words: a character may stand anywhere in one. */
const HAN = /\p{sc=Han}/u
const fits = (known: string, word: string) => (HAN.test(word) ? known.includes(word) : known.startsWith(word))

/** Emoji for which each word of the query begins one of their words; whole words first. At most `most`. */
export function findEmoji(all: Iterable<readonly Emoji[]>, query: string, most: number): Emoji[] {
  const wanted = wordsIn(query)
  const found: { one: Emoji; score: number }[] = []
  for (const list of all)
    for (const one of list) {
      let score = 0
      const isFound = wanted.every((word) => {
        const at = one.words.findIndex((known) => fits(known, word))
        if (at < 0) return false
        score += (one.words.includes(word) ? 10 : 5) - Math.min(4, at)
        return true
      })
      if (isFound) found.push({ one, score })
    }
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ one }) => one)
}
