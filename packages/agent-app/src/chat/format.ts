import { parseMarkdown } from '@deskbell/protocol/markdown'

export const FORMATS = ['bold', 'italic', 'link', 'list'] as const
export type Format = (typeof FORMATS)[number]

/** A change of the field: `from` to `to` is replaced by `text`, and then `select` is selected. */
export type Edit = { from: number; to: number; text: string; select: readonly [number, number] }

const MARKS = { bold: '**', italic: '_' } as const
const BULLET = '• '

/** Whether the text has formatting that visitors see. */
export const isFormatted = (text: string): boolean => parseMarkdown(text).some((node) => typeof node !== 'string')

/** Formats the selected part of a text, or takes the format away where the part has it. */
export function format(text: string, start: number, end: number, how: Format): Edit {
  if (how === 'link') return toLink(text, start, end)
  return how === 'list' ? toList(text, start, end) : toMarked(text, start, end, MARKS[how])
}

function toMarked(text: string, start: number, end: number, mark: string): Edit {
  const size = mark.length
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark) {
    const inner = text.slice(start, end)
    return { from: start - size, to: end + size, text: inner, select: [start - size, end - size] }
  }
  const given = text.slice(start, end)
  // A mark beside a space marks nothing.
  const from = start + (given.length - given.trimStart().length)
  const inner = given.trim()
  const to = from + inner.length
  if (inner.length > 2 * size && inner.startsWith(mark) && inner.endsWith(mark)) {
    return { from, to, text: inner.slice(size, -size), select: [from, to - 2 * size] }
  }
  return { from, to, text: `${mark}${inner}${mark}`, select: [from + size, to + size] }
}

const ADDRESS = 'https://'

function toLink(text: string, start: number, end: number): Edit {
  const given = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(given))
    return { from: start, to: end, text: `[](${given})`, select: [start + 1, start + 1] }
  const at = start + given.length + 3
  return { from: start, to: end, text: `[${given}](${ADDRESS})`, select: [at, at + ADDRESS.length] }
}

function toList(text: string, start: number, end: number): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => line.startsWith(BULLET))
  const made = lines.map((line) => (isList ? line.slice(BULLET.length) : `${BULLET}${line}`)).join('\n')
  return { from, to, text: made, select: [from + (lines.length > 1 ? 0 : made.length), from + made.length] }
}

/** Replaces a part of a field as typing does, so that Ctrl Z takes it back. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, text, select }: Edit): void {
  area.focus()
  area.setSelectionRange(from, to)
  document.execCommand('insertText', false, text)
  area.setSelectionRange(...select)
}
