/** RFC 3492, the way back: what the letters after `xn--` stand for. */

const [BASE, LEAST, MOST, SKEW, DAMP, FIRST_BIAS, FIRST] = [36, 1, 26, 38, 700, 72, 128]
const LARGEST = 2 ** 31 - 1

/** A letter is 0 to 25, a digit 26 to 35; -1: neither. */
function toDigit(character: string): number {
  const at = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(character.toLowerCase())
  return character === '' ? -1 : at
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > ((BASE - LEAST) * MOST) / 2; bias += BASE) rest = Math.floor(rest / (BASE - LEAST))
  return bias + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW))
}

/** Null: this is no punycode. */
function decode(code: string): string | null {
  const end = code.lastIndexOf('-')
  const letters = [...code.slice(0, Math.max(0, end))].map((letter) => letter.codePointAt(0) ?? 0)
  let [letter, bias, place] = [FIRST, FIRST_BIAS, 0]
  for (let at = end + 1; at < code.length;) {
    const before = place
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = toDigit(code[at++] ?? '')
      if (digit < 0) return null
      place += digit * weight
      if (place > LARGEST) return null
      const threshold = Math.min(MOST, Math.max(LEAST, step - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    bias = adapt(place - before, letters.length + 1, before === 0)
    letter += Math.floor(place / (letters.length + 1))
    place %= letters.length + 1
    if (letter > 0x10_ff_ff) return null
    letters.splice(place++, 0, letter)
  }
  return String.fromCodePoint(...letters)
}

/**
 * How a host in ASCII reads in its own letters; null: just as it is written. Only what a browser would make the same
 * host of is shown.
 */
export function toReading(host: string): string | null {
  if (!host.includes('xn--')) return null
  const labels = host.split('.').map((label) => (label.startsWith('xn--') ? decode(label.slice(4)) : label))
  const reading = labels.includes(null) ? null : labels.join('.')
  return reading !== null && URL.parse(`http://${reading}/`)?.hostname === host ? reading : null
}
