import { escapeHtml } from '@deskbell/protocol/html'
import { Marked, type RendererObject, type Tokens } from 'marked'

/** The address that a link or a picture of a page leads to; null: nothing that the server has, so that it is text. */
export type Resolve = (address: string) => string | null

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
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/**
 * The Markdown of a page as HTML. Of the HTML in it, pictures are shown and all else is text, so that no page can add
 * script or style.
 */
export function renderMarkdown(source: string, resolve: Resolve): Rendered {
  const headings: Heading[] = []
  const ids = new Map<string, number>()

  function idOf(text: string): string {
    const anchor = anchorOf(text)
    const times = ids.get(anchor) ?? 0
    ids.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  }

  const renderer: RendererObject = {
    heading({ tokens, depth }) {
      const id = idOf(this.parser.parseInline(tokens, this.parser.textRenderer))
      const html = this.parser.parseInline(tokens)
      headings.push({ level: depth, id, html })
      return `<h${depth} id="${escapeHtml(id)}">${html}</h${depth}>\n`
    },
    // What scrolls can be reached by the keyboard.
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    table({ header, rows }) {
      const row = (cells: Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag.slice(0, 2)}>`).join('')}</tr>`
      const body = rows.map((cells) => row(cells, 'td')).join('')
      return `<div class="table" tabindex="0"><table><thead>${row(header, 'th scope="col"')}</thead><tbody>${body}</tbody></table></div>\n`
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens)
      const address = resolve(href)
      if (address === null) return html
      const isOutside = /^https?:/.test(address)
      return `<a href="${escapeHtml(address)}"${isOutside ? ' rel="noopener noreferrer"' : ''}>${html}</a>`
    },
    image: ({ href, text }) => picture({ src: href, alt: escapeHtml(text) }, resolve),
    html({ text }) {
      if (!/^<(?:picture|img)\b/.test(text)) return escapeHtml(text)
      const [, dark] = /<source[^>]*\bsrcset="([^"]+)"/.exec(text) ?? []
      const [, src = ''] = /<img[^>]*\bsrc="([^"]+)"/.exec(text) ?? []
      const [, alt = ''] = /<img[^>]*\balt="([^"]*)"/.exec(text) ?? []
      return `${picture({ src, alt, dark }, resolve)}\n`
    },
  }
  // Addresses that are not marked as links are text.
  const marked = new Marked({ renderer, tokenizer: { url: () => undefined } })
  return { html: marked.parse(source, { async: false }), headings }
}

interface Picture {
  readonly src: string
  /** As it stands in an attribute. */
  readonly alt: string
  /** The picture for dark screens. */
  readonly dark?: string | undefined
}

function picture({ src, alt, dark }: Picture, resolve: Resolve): string {
  const shown = resolve(src)
  if (shown === null) return ''
  const shownDark = dark === undefined ? null : resolve(dark)
  const source =
    shownDark === null ? '' : `<source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(shownDark)}">`
  return `<picture>${source}<img src="${escapeHtml(shown)}" alt="${alt}" loading="lazy"></picture>`
}
