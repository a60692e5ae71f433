import { parseMarkdown, type MarkdownNode } from '@deskbell/protocol/markdown'

/** Characters of a message and of a caption, after entities are parsed. */
export const TEXT_MAX = 4096
export const CAPTION_MAX = 1024

/** A bot's markdown in the notation that Telegram shows formatted. */
export const markdownToHtml = (markdown: string): string => parseMarkdown(markdown).map(toHtml).join('')

function toHtml(node: MarkdownNode): string {
  if (typeof node === 'string') return escape(node)
  const inner = node.children.map(toHtml).join('')
  if (node.type === 'link') return `<a href="${escape(node.href)}">${inner}</a>`
  return node.type === 'strong' ? `<b>${inner}</b>` : `<i>${inner}</i>`
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A text in pieces that each fit one message, cut at the end of a line or a word where there is one. */
export function toPieces(text: string): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > TEXT_MAX) {
    const end = borderOf(rest)
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? pieces : [...pieces, rest]
}

function borderOf(text: string): number {
  for (const border of ['\n', ' ']) {
    const at = text.lastIndexOf(border, TEXT_MAX)
    if (at > TEXT_MAX / 2) return at
  }
  // Never between the halves of a character.
  return /[\uD800-\uDBFF]/.test(text[TEXT_MAX - 1] ?? '') ? TEXT_MAX - 1 : TEXT_MAX
}
