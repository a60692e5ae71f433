import { cleanText } from '@deskbell/protocol/text'
import type { HelloFrame } from '@deskbell/protocol/widget/frames'
import type { Site } from '../../conversation/commit/input.ts'

const UTM = ['source', 'medium', 'campaign', 'content', 'term'] as const
const UTM_MAX = 200
const TITLE_MAX = 300
const LANG_MAX = 35

/** The visitor's page and browser. Everything but the client's address is what the browser reports. */
export function siteOf(hello: HelloFrame, from: { address: string; userAgent: string }): Site {
  const { referrer, lang } = hello
  return {
    ...pageOf(hello),
    ...(referrer !== undefined && referrer !== '' && { referrer: cleanText(referrer) }),
    ...(lang !== undefined && { lang: cleanText(lang.slice(0, LANG_MAX)) }),
    ...utmOf(hello.url),
    address: from.address,
    userAgent: cleanText(from.userAgent.slice(0, 500)),
  }
}

/** The page itself, without referrer and campaign. */
export function pageOf({ url, title }: { url: string; title: string }): Pick<Site, 'url' | 'title'> {
  return { url: isWeb(url) ? cleanText(url) : '', title: cleanText(title.slice(0, TITLE_MAX)) }
}

/** Agents get links only to web pages (T28). */
const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

function utmOf(url: string): { utm?: Record<string, string> } {
  if (!isWeb(url)) return {}
  const { searchParams } = new URL(url)
  const found = UTM.flatMap((name) => {
    const value = searchParams.get(`utm_${name}`)
    return value ? [[name, cleanText(value.slice(0, UTM_MAX))] as const] : []
  })
  return found.length > 0 ? { utm: Object.fromEntries(found) } : {}
}

/** The visitor's ids in analytics tools, as the page reports them. */
export function analyticsOf(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, id]) => [cleanText(name), cleanText(id)]))
}
