import { toInline } from './marks.ts'

/** A message in Deskbell's markdown, and the same without marks. */
export interface Markdown {
  content: string
  text: string
}

/** The limit of each, in UTF-16 units. */
const TEXT_MOST = 10_000
const NEVER_SHOWN = /[\0-\x08\x0b-\x1f\x7f]/g

/**
 * Converts a model's markdown to Deskbell's: link, bold and italic (B18). Headings become bold lines, lists keep their
 * lines, and all other markup is removed. Longer text is cut.
 */
export function toMarkdown(said: string): Markdown {
  const whole = said.toWellFormed().replace(/\r\n?/g, '\n').replace(NEVER_SHOWN, '').trim()
  // Cut before marks are parsed: a mark without its second half is plain text.
  const kept = whole.length > TEXT_MOST ? `${cut(whole, TEXT_MOST - 1)}…` : whole
  const lines: Markdown[] = []
  let room = TEXT_MOST
  let isCode = false
  for (const line of kept.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode
      continue
    }
    const out = isCode ? plain(line) : toLine(line)
    // Marks may be longer than their text.
    const fits = out.content.length <= room
    lines.push(fits ? out : plain(cut(out.text, room)))
    room -= out.content.length + 1
    if (room <= 0) break
  }
  const join = (field: keyof Markdown) =>
    lines
      .map((line) => line[field])
      .join('\n')
      .trim()
  return { content: join('content'), text: join('text') }
}

/** The first `most` units, without half a character. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
const plain = (text: string): Markdown => ({ content: text, text })

/** One line: its beginning decides its kind. */
function toLine(line: string): Markdown {
  if (/^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(line)) return plain('')
  const heading = /^\s{0,3}#{1,6}\s+(.*)$/.exec(line)?.[1]
  if (heading !== undefined) return toInline(`**${toInline(heading.trim(), true).content}**`)
  // A star at the beginning of a line could be read as the beginning of italic text.
  return toInline(line.replace(/^(\s*)>\s?/, '$1').replace(/^(\s*)[*+]\s+/, '$1- '))
}
