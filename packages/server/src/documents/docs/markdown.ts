import { inline, escapeHtml, type Resolve } from './inline.ts'

/** A heading of a page, for its contents. */
export interface Heading {
  readonly level: number
  readonly id: string
  readonly html: string
}

export interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
}

/** Names of anchors as GitHub makes them, so that a link works in the repository and here. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

const FENCE = /^(\s*)```(\w*)\s*$/
const ITEM = /^(\s*)(?:[-*]|(\d+)[.)])\s+(.*)$/
const STARTS = /^(?:#{1,6}\s|\s*```|\||\s*(?:[-*]|\d+[.)])\s|<picture>)/

/**
 * The Markdown that the pages of `docs` use, as HTML: headings, paragraphs, lists, tables, code and pictures. Everything
 * else is text, so that no page can add script or style.
 */
export function renderMarkdown(source: string, resolve: Resolve): Rendered {
  const lines = source.replaceAll('\r', '').split('\n')
  const headings: Heading[] = []
  const ids = new Map<string, number>()
  const out: string[] = []
  let at = 0

  function heading(level: number, text: string): string {
    const plain = anchorOf(text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', ''))
    const times = ids.get(plain) ?? 0
    ids.set(plain, times + 1)
    const id = times === 0 ? plain : `${plain}-${times}`
    const html = inline(text, resolve)
    headings.push({ level, id, html })
    return `<h${level} id="${escapeHtml(id)}">${html}</h${level}>`
  }

  /** Lines until the first that `ends`, which is left. */
  function take(ends: (line: string) => boolean): string[] {
    const taken: string[] = []
    while (at < lines.length && !ends(lines[at] ?? '')) taken.push(lines[at++] ?? '')
    return taken
  }

  while (at < lines.length) {
    const line = lines[at] ?? ''
    const [, marks, title] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? []
    if (line.trim() === '') at++
    else if (marks !== undefined) {
      at++
      out.push(heading(marks.length, title ?? ''))
    } else if (FENCE.test(line)) {
      at++
      const code = take((one) => /^\s*```\s*$/.test(one))
      at++
      out.push(`<pre tabindex="0"><code>${escapeHtml(code.join('\n'))}</code></pre>`)
    } else if (line.startsWith('|'))
      out.push(
        table(
          take((one) => !one.startsWith('|')),
          resolve,
        ),
      )
    else if (line.startsWith('<picture>')) {
      out.push(picture(take((one) => one.includes('</picture>')).join(' '), resolve))
      at++
    } else if (line.startsWith('<img ')) {
      at++
      out.push(picture(line, resolve))
    } else if (ITEM.test(line)) out.push(list(take(endsList()), resolve))
    else {
      const text = take((one) => one.trim() === '' || (STARTS.test(one) && one !== line))
      out.push(`<p>${inline(text.join('\n'), resolve)}</p>`)
    }
  }
  return { html: out.join('\n'), headings }
}

/** A list ends with an empty line that no indented line or item follows, or with text at the margin after one. */
function endsList(): (line: string) => boolean {
  let wasEmpty = false
  return (line) => {
    if (line.trim() === '') {
      wasEmpty = true
      return false
    }
    const continues = /^\s/.test(line) || ITEM.test(line)
    const ends = (wasEmpty && !continues) || (!continues && /^(?:#|\||```)/.test(line))
    wasEmpty = false
    return ends
  }
}

/** A list with the lists in its items, by their indentation. */
function list(lines: readonly string[], resolve: Resolve): string {
  const [, margin = '', first] = ITEM.exec(lines[0] ?? '') ?? []
  const depth = margin.length
  const items: string[][] = []
  for (const line of lines) {
    const [, indent = '', , text = ''] = ITEM.exec(line) ?? []
    if (ITEM.test(line) && indent.length <= depth) items.push([text])
    else items.at(-1)?.push(line.slice(Math.min(depth + 2, line.search(/\S|$/))))
  }
  const tag = first === undefined ? 'ul' : 'ol'
  const html = items.map((item) => `<li>${itemHtml(item, resolve)}</li>`)
  return `<${tag}>${html.join('')}</${tag}>`
}

/** An item is text, and may have blocks after it. */
function itemHtml(lines: readonly string[], resolve: Resolve): string {
  const block = lines.findIndex((line, i) => i > 0 && (line.trim() === '' || STARTS.test(line)))
  const text = block < 0 ? lines : lines.slice(0, block)
  const rest = block < 0 ? '' : renderMarkdown(lines.slice(block).join('\n'), resolve).html
  return inline(text.join('\n'), resolve) + rest
}

function table(lines: readonly string[], resolve: Resolve): string {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|'), resolve))
  const [head = '', , ...rows] = lines
  const row = (line: string) =>
    `<tr>${cells(line)
      .map((cell) => `<td>${cell}</td>`)
      .join('')}</tr>`
  const top = cells(head).map((cell) => `<th scope="col">${cell}</th>`)
  return `<div class="table" tabindex="0"><table><thead><tr>${top.join('')}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table></div>`
}

/** A picture, with another one for dark screens. */
function picture(html: string, resolve: Resolve): string {
  const [, dark] = /<source[^>]*\bsrcset="([^"]+)"/.exec(html) ?? []
  const [, src = ''] = /<img[^>]*\bsrc="([^"]+)"/.exec(html) ?? []
  const [, alt = ''] = /<img[^>]*\balt="([^"]*)"/.exec(html) ?? []
  const shown = resolve(src)
  const shownDark = dark === undefined ? null : resolve(dark)
  if (shown === null) return ''
  const source =
    shownDark === null ? '' : `<source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(shownDark)}">`
  return `<picture>${source}<img src="${escapeHtml(shown)}" alt="${alt}" loading="lazy"></picture>`
}
