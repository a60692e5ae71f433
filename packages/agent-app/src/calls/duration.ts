import { words } from '../words/index.ts'
import { onceMade } from '../words/once-made.ts'

const plain = onceMade(() => new Intl.NumberFormat(words.locale, { useGrouping: false }))
const two = onceMade(() => new Intl.NumberFormat(words.locale, { minimumIntegerDigits: 2 }))

/** A span as a clock shows it: 0:07, 3:12, 1:02:45. */
export function toClock(span: number): string {
  const seconds = Math.max(0, Math.floor(span / 1000))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0
    ? `${plain().format(h)}:${two().format(m)}:${two().format(s)}`
    : `${plain().format(m)}:${two().format(s)}`
}
