import type { Browser } from 'playwright-core'
import { openAgentBrowser, SLOWER } from './app-window.ts'
import type { Deskbell } from './deskbell.ts'

/** A file of the first load. */
export interface Loaded {
  readonly path: string
  /** On the wire, with its head. */
  readonly bytes: number
  readonly encoding: string
  readonly isImmutable: boolean
  /** The page names it, so that it is not found only inside another file. */
  readonly isNamed: boolean
}

const CODE = /\.(?:js|css)$|^\/$/

/** The page, scripts and styles that a browser without a cache fetches until the first row is there. */
export async function readFirstLoad(browser: Browser, deskbell: Deskbell): Promise<Loaded[]> {
  const agent = await openAgentBrowser(browser, deskbell)
  try {
    const { page, devtools } = await agent.open()
    const heads = new Map<string, { path: string; encoding: string; isImmutable: boolean }>()
    const found: Omit<Loaded, 'isNamed'>[] = []
    let isFirst = true
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      const head = (name: string) => response.headers[name] ?? response.headers[name.toLowerCase()] ?? ''
      heads.set(requestId, {
        path: new URL(response.url).pathname,
        encoding: head('Content-Encoding'),
        isImmutable: /immutable/.test(head('Cache-Control')),
      })
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
      const head = heads.get(requestId)
      if (isFirst && head && CODE.test(head.path)) found.push({ ...head, bytes })
    })
    await devtools.send('Network.enable')
    const html = (await (await page.goto('/'))?.text()) ?? ''
    await page.evaluate('firstRowAt')
    isFirst = false
    return found.map((one) => ({ ...one, isNamed: one.path === '/' || html.includes(`"${one.path}"`) }))
  } finally {
    await agent.close()
  }
}

/** From the navigation until the first row is drawn, ms: browsers without a cache, one after the other. */
export async function firstRowCold(browser: Browser, deskbell: Deskbell, turns: number): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const agent = await openAgentBrowser(browser, deskbell)
    const { page } = await agent.open(SLOWER)
    await page.goto('/', { waitUntil: 'commit' })
    times.push(await page.evaluate<number>('firstRowAt'))
    await agent.close()
  }
  return times
}

/** The worker has taken over the page, and the inbox is kept. */
const IS_KEPT = `navigator.serviceWorker.ready.then(() => new Promise((resolve) => {
  const look = () => {
    const opened = indexedDB.open('deskbell-inbox')
    opened.onsuccess = () => {
      const stores = opened.result.objectStoreNames
      const asked = stores.contains('inbox') && opened.result.transaction('inbox').objectStore('inbox').count()
      if (!asked) return setTimeout(look, 100)
      asked.onsuccess = () => {
        opened.result.close()
        if (asked.result > 0) resolve()
        else setTimeout(look, 100)
      }
    }
  }
  look()
}))`

/** The same in a browser that has the application's files and the last inbox, its worker being asleep. */
export async function firstRowKept(browser: Browser, deskbell: Deskbell, turns: number): Promise<number[]> {
  const agent = await openAgentBrowser(browser, deskbell)
  try {
    const first = await agent.open()
    await first.page.goto('/')
    await first.page.evaluate(IS_KEPT)
    await first.page.close()
    const times: number[] = []
    for (let turn = 0; turn < turns; turn++) {
      const { page, devtools } = await agent.open(SLOWER)
      await devtools.send('ServiceWorker.enable')
      await devtools.send('ServiceWorker.stopAllWorkers')
      await page.goto('/', { waitUntil: 'commit' })
      times.push(await page.evaluate<number>('firstRowAt'))
      await page.close()
    }
    return times
  } finally {
    await agent.close()
  }
}
