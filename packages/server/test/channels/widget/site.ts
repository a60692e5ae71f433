import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../../browser.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../test-server.ts'
import { WIDGET, WIDGET_ID } from './page.ts'

/** Opens shadow roots for tests; the widget's are closed. */
export const OPEN =
  '<script>{const a=Element.prototype.attachShadow;Element.prototype.attachShadow=function(o){return a.call(this,{...o,mode:"open"})}}</script>'

const CALLBACKS = [
  'onLoadCallback',
  'onOpen',
  'onMessageSent',
  'onAccept',
  'onClose',
  'onIntroduction',
  'onResizeCallback',
  'onCallStart',
  'onCallEnd',
  'onChangeState',
]

export interface SiteOptions {
  /** Added to the head, before the widget's script. */
  head?: string
  /** Attributes of the script. */
  attributes?: string
  /** Headers of the page. */
  headers?: Record<string, string>
  context?: BrowserContextOptions
  path?: string
  /** The whole page, in place of the usual one with its callbacks; `WIDGET` is replaced by the script. Not awaited. */
  html?: string
}

/** A web site with the widget, and a browser. `more`: further widgets. `flags`: of a browser of its own. */
export async function startSite(
  options: Omit<TestServerOptions, 'channels'> & {
    widget?: object
    more?: NonNullable<TestServerOptions['channels']>
    flags?: readonly string[]
  } = {},
) {
  const { widget, more = [], flags, ...rest } = options
  const server = await startTestServer({ ...rest, channels: [{ ...WIDGET, ...(widget && { widget }) }, ...more] })
  const browser: Browser = await openBrowser(flags)
  let shown: SiteOptions = {}
  const siteServer = createServer((request, response) => {
    const { head = '', attributes = '', headers = {}, html } = shown
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    if (html !== undefined) {
      const script = `<script src="${server.publicUrl}/widget/${WIDGET_ID}" async></script>`
      return void response.end(`<!doctype html>${html.replace('WIDGET', script)}`)
    }
    const listeners = CALLBACKS.map((name) => `chat_${name}=(...a)=>heard.push(['${name}',...a])`).join(';')
    response.end(
      `<!doctype html><html lang="en"><head><title>Shop</title><script>var heard=[];${listeners}</script>${head}</head>` +
        `<body><main><h1>Shop ${request.url}</h1><p id="text">Words of the page.</p></main>` +
        `<script src="${server.publicUrl}/widget/${WIDGET_ID}" async ${attributes}></script></body></html>`,
    )
  }).listen(0, '127.0.0.1')
  await once(siteServer, 'listening')
  const url = `http://localhost:${(siteServer.address() as AddressInfo).port}`

  return {
    server,
    url,
    browser,
    /** A visitor with a browser context of their own. Resolves when the widget is shown. */
    async visit(site: SiteOptions = {}): Promise<Page> {
      shown = site
      const context = await browser.newContext(site.context)
      const page = await context.newPage()
      await page.goto(url + (site.path ?? '/'))
      if (!site.attributes?.includes('data-prefix') && site.html === undefined) await loaded(page)
      return page
    },
    async close() {
      await browser.close()
      siteServer.close()
      await server.close()
    },
  }
}

/** Resolves when the script has called its ready callback. */
export const loaded = (page: Page) =>
  page.waitForFunction(() =>
    (globalThis as unknown as { heard: string[][] }).heard.some(([name]) => name === 'onLoadCallback'),
  )

/** Calls a method of the script as a page does. */
export const call = (page: Page, method: string, ...args: unknown[]): Promise<unknown> =>
  page.evaluate(
    ([name, given]) => {
      const { chat_api: api } = globalThis as unknown as { chat_api: Record<string, (...of: unknown[]) => unknown> }
      return api[name as string]?.(...(given as unknown[]))
    },
    [method, args] as const,
  )

/** What `isCallbackEnabled` tells the page. */
export const callbackEnabled = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const { chat_api: api } = globalThis as unknown as {
          chat_api: { isCallbackEnabled(done: (of: unknown) => void): void }
        }
        api.isCallbackEnabled(resolve)
      }),
  )

/** The callbacks that were called so far. */
export const heard = (page: Page): Promise<unknown[][]> =>
  page.evaluate(() => (globalThis as unknown as { heard: unknown[][] }).heard)

/** The composer, in a page with OPEN in its head. */
export const composer = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

/** Waits for the newest chat with this last message, as an agent sees it. */
export async function chatOf(server: TestServer, text: string): Promise<ChatForMe> {
  const agent = server.agent()
  for (const until = performance.now() + 10_000; performance.now() < until;) {
    const found = (await agent.chats('?limit=200')).find(({ preview }) => preview === text)
    if (found) return found
  }
  throw new Error(`no chat has the last message "${text}"`)
}
