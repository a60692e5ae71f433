import type { Markdown } from './markdown.ts'

/** The first match wins; at the same position, the upper alternative. Lengths are bounded, and so is the time. */
const MARKS = new RegExp(
  [
    String.raw`(?<ticks>${'`'}+)(?<code>[^${'`'}]{1,1000})\k<ticks>`,
    String.raw`!?\[(?<label>[^[\]]{0,500})\]\(<?(?<url>(?:[^\s()<>]|\([^\s()<>]{0,500}\)){1,2000})>?(?:\s+"[^"]{0,500}")?\)`,
    String.raw`<(?<auto>https?://[^\s<>]{1,2000})>`,
    String.raw`https?://[^\s<>]+`,
    String.raw`(?<two>\*\*|__)(?=\S)(?<bold>.{1,1000}?)(?<=\S)\k<two>(?!\*)`,
    String.raw`(?<![\w*])(?<one>[*_])(?=\S)(?<italic>[^*]{1,1000}?)(?<=\S)\k<one>(?![\w*])`,
    String.raw`~~(?<struck>[^~]{1,1000})~~`,
  ].join('|'),
  'g',
)

/** Links, bold and italic within a line. `isMarked`: within bold or italic, where only links are parsed. */
export function toInline(line: string, isMarked = false): Markdown {
  const out = { content: '', text: '' }
  const put = (content: string, text = content) => {
    out.content += content
    out.text += text
  }
  const putMarked = (inner: string, mark: string) => {
    const { content, text } = toInline(inner, true)
    put(isMarked ? content : mark + content + mark, text)
  }
  let end = 0
  for (const match of line.matchAll(MARKS)) {
    put(line.slice(end, match.index))
    end = match.index + match[0].length
    const { code, label, url, auto, bold, italic, struck } = match.groups ?? {}
    if (url !== undefined) putLink(toInline(label ?? '', true).text.trim(), url)
    else if (auto !== undefined) putLink('', auto)
    else if (bold !== undefined) putMarked(bold, '**')
    else if (italic !== undefined) putMarked(italic, '*')
    else if (struck !== undefined) putMarked(struck, '')
    else if (code !== undefined) put(code)
    // Deskbell may parse marks in an address too, where these characters would be marks.
    else put(match[0].replaceAll('*', '%2A').replace(/(?<!\w)_|_(?!\w)/g, '%5F'))
  }
  put(line.slice(end))
  return out

  function putLink(label: string, url: string): void {
    // For javascript: or a path, there is nothing to open.
    if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(url)) return put(label)
    const address = url.replaceAll('(', '%28').replaceAll(')', '%29')
    const name = label || address.replaceAll(/[[\]]/g, '')
    put(`[${name}](${address})`, label && label !== url ? `${label} (${address})` : address)
  }
}
