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

/** `name`: English words, the first of which name it. `hasTones`: it can have a skin tone. */
export type Emoji = { emoji: string; name: string; hasTones: boolean }

/**
 * Emoji by group, as `emoji.txt` lists them: one a line, `+` behind those with skin tones, then English words to find it
 * by. The list is cut from emojibase-data 17.0.0 (MIT, Miles Johnson), without those newer than Emoji 15, which many
 * systems do not draw.
 */
export function parseEmoji(text: string): Map<Group, Emoji[]> {
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
    list.push({ emoji: hasTones ? sign.slice(0, -1) : sign, name: line.slice(space + 1), hasTones })
  }
  return groups
}

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

/** Emoji all of whose words of the query begin a word of their name; whole words first. At most `most`. */
export function findEmoji(all: Iterable<readonly Emoji[]>, query: string, most: number): Emoji[] {
  const wanted = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found: { one: Emoji; score: number }[] = []
  for (const list of all)
    for (const one of list) {
      const words = one.name.split(/[\s:,-]+/)
      let score = 0
      const fits = wanted.every((word) => {
        const at = words.findIndex((known) => known.startsWith(word))
        if (at < 0) return false
        score += (words.includes(word) ? 10 : 5) - Math.min(4, at)
        return true
      })
      if (fits) found.push({ one, score })
    }
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ one }) => one)
}
