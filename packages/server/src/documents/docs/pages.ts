import { escapeHtml } from '@deskbell/protocol/html'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toAsset, typeOf, type Asset } from '../../platform/http/asset.ts'

import type { Heading } from './markdown.ts'

/** The folder of the repository with the pages. */
const FOLDER = fileURLToPath(new URL('../../../../../docs/', import.meta.url))
/** Pages for owners, agents and integrators, in the order of the list. All others come after them. */
const FIRST = [
  'start',
  'chats',
  'contacts',
  'alerts',
  'routing',
  'widget',
  'channel',
  'telegram',
  'bots',
  'webhooks',
  'configuration',
  'operate',
  'privacy',
  'permissions',
  'errors',
]

export interface Docs {
  /** A page, by its name; the list of all pages has the empty name. */
  page(name: string): Promise<Asset> | undefined
  readonly pictures: ReadonlyMap<string, Asset>
}

interface Source {
  readonly name: string
  readonly text: string
  readonly title: string
}

/** Reads the pages. Each is rendered when it is first asked for. Without the folder there are none. */
export function readDocs(folder = FOLDER): Docs {
  const sources = readSources(folder)
  const byName = new Map(sources.map((source) => [source.name, source]))
  const pictures = readPictures(`${folder}pictures/`)
  const rendered = new Map<string, Promise<Asset>>()

  async function render({ name, title, text }: Source): Promise<Asset> {
    const { renderMarkdown } = await import('./markdown.ts')
    const { html, headings } = renderMarkdown(text, (address) => resolveAddress(address, byName, pictures))
    return toPage({ name, title, html, headings, sources })
  }
  const list = async () => toPage({ name: '', title: 'Documentation', html: toList(sources), headings: [], sources })

  return {
    pictures,
    page(name) {
      const source = byName.get(name)
      if (!source && (name !== '' || sources.length === 0)) return undefined
      const page = rendered.get(name) ?? (source ? render(source) : list())
      rendered.set(name, page)
      return page
    },
  }
}

function readSources(folder: string): Source[] {
  if (!existsSync(folder)) return []
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ name }) => {
      const text = readFileSync(folder + name, 'utf8')
      return { name: name.slice(0, -3), text, title: /^# (.+)$/m.exec(text)?.[1] ?? name.slice(0, -3) }
    })
  const place = ({ name }: Source) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return found.toSorted((a, b) => place(a) - place(b) || a.title.localeCompare(b.title, 'en'))
}

function readPictures(folder: string): Map<string, Asset> {
  const read = new Map<string, Asset>()
  if (!existsSync(folder)) return read
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile() && /^[\w.-]+\.(?:png|svg)$/.test(entry.name))
      read.set(entry.name, toAsset(readFileSync(folder + entry.name), typeOf(entry.name)))
  return read
}

/** Where an address in a page leads: another page, a part of this one, a picture, the web; else nowhere. */
function resolveAddress(
  address: string,
  names: ReadonlyMap<string, unknown>,
  pictures: ReadonlyMap<string, Asset>,
): string | null {
  if (/^https?:\/\//.test(address) || address.startsWith('#')) return address
  const [, page, part = ''] = /^(?:\.\/)?([\w-]+)\.md(#[\w-]+)?$/.exec(address) ?? []
  if (page !== undefined && names.has(page)) return `/docs/${page}${part}`
  const [, picture] = /^(?:\.\/)?pictures\/([\w.-]+)$/.exec(address) ?? []
  return picture !== undefined && pictures.has(picture) ? `/docs/pictures/${picture}` : null
}

const toList = (sources: readonly Source[]): string =>
  `<h1>Documentation</h1><ul class="pages">${sources
    .map(({ name, title }) => `<li><a href="/docs/${name}">${escapeHtml(title)}</a></li>`)
    .join('')}</ul>`

interface Page {
  readonly name: string
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
  readonly sources: readonly Source[]
}

/** The HTML document: all pages, the contents of this one, and the page. It has no script. */
function toPage({ name, title, html, headings, sources }: Page): Asset {
  const contents = headings.filter(({ level }) => level === 2 || level === 3)
  const plain = (text: string) => text.replaceAll(/<\/?a\b[^>]*>/g, '')
  const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} · Deskbell</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Pages"><a class="home" href="/docs">Deskbell documentation</a>
<ul>${sources
    .map(
      (one) =>
        `<li><a href="/docs/${one.name}"${one.name === name ? ' aria-current="page"' : ''}>${escapeHtml(one.title)}</a></li>`,
    )
    .join('')}</ul></nav>
<main id="content">
${html}
</main>
${
  contents.length > 1
    ? `<aside><nav aria-label="On this page"><p>On this page</p><ul>${contents
        .map((one) => `<li class="of-${one.level}"><a href="#${escapeHtml(one.id)}">${plain(one.html)}</a></li>`)
        .join('')}</ul></nav></aside>`
    : ''
}
</body>
</html>
`
  return toAsset(Buffer.from(document), typeOf('page.html'))
}
