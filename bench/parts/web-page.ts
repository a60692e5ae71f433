import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, CDPSession } from 'playwright-core'
import { ADD_SHIFTS } from './in-page.ts'

/** The cost of a page's addition on the main thread, and its requests to the server. */
export interface Loaded {
  /** All tasks of the main thread since the page added it, ms of thread time. */
  readonly total: number
  /** The longest of them. */
  readonly longest: number
  /** Sum of all layout shifts of the page. */
  readonly shift: number
  readonly cookies: number
  /** Requests to the server by path, with the bytes received, including headers. */
  readonly fetched: readonly { readonly path: string; readonly bytes: number }[]
}

/**
 * What a page adds after its own work. `bare` is the minimum for the same result in this browser: an empty script, the
 * settings, a button, a socket that sends hello.
 */
export type Added = 'nothing' | 'bare' | 'widget'

const SLOWER = 4
/** Time until the page is idle (ms). */
const OWN_WORK = 1000
/** Time until the widget has connected (ms). */
const WATCHED = 3000
const WORDS = 'Somebody sells things here, and has written a few lines on each of them. '.repeat(6)

export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly tdur?: number
}

/** More categories would affect the measurement. */
export const TRACED = ['toplevel', 'blink.user_timing', '__metadata']

/** A web site with the widget. `deskbell` is the server's public address. */
export async function startSite(deskbell: string, widget: string) {
  const base = `${deskbell}/widget/${widget}`
  const script = (src: string) =>
    `{const s=document.createElement('script');s.async=true;s.src='${src}';document.body.append(s)}`
  const hello = `{t:'hello',visitor:null,visit:'bench-page',url:location.href,title:document.title}`
  const add: Record<Added, string> = {
    nothing: '',
    bare:
      `${script('/empty.js')};fetch('${base}/settings?lang=en',{credentials:'omit'}).then(a=>a.json()).then(({label})=>{` +
      `const b=document.createElement('button');b.textContent=label;b.style.cssText='position:fixed;right:20px;bottom:20px';` +
      `document.body.append(b);setTimeout(()=>{const w=new WebSocket('${base.replace('http', 'ws')}/socket');` +
      `w.onopen=()=>w.send(JSON.stringify(${hello}));w.onmessage=({data})=>JSON.parse(data)},1000)})`,
    widget: script(base),
  }
  const server = createServer(({ url = '/' }, response) => {
    const lines = Array.from({ length: 40 }, (_, n) => `<h2>Thing ${n}</h2><p>${WORDS}</p>`).join('')
    if (url === '/empty.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end()
    const added = `setTimeout(()=>{performance.mark('added');${add[url.slice(1) as Added] ?? ''}},${OWN_WORK})`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><body><main>${lines}</main><script>${added}</script></body></html>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return { at: (added: Added) => `${origin}/${added}`, close: () => void server.close() }
}

/** A first visit, on a device four times slower than this one. */
export async function load(browser: Browser, url: string, deskbell: string): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const fetched = followRequests(devtools, deskbell)
    await devtools.send('Network.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(ADD_SHIFTS)
    await browser.startTracing(page, { categories: TRACED })
    await page.goto(url)
    await page.waitForTimeout(OWN_WORK + WATCHED)
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
    const shift = await page.evaluate<number>('shift')
    return { ...tasksOf(trace.traceEvents), shift, cookies: (await context.cookies()).length, fetched }
  } finally {
    await context.close()
  }
}

function followRequests(devtools: CDPSession, deskbell: string) {
  const fetched: { path: string; bytes: number }[] = []
  const asked = new Map<string, string>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const url = asked.get(requestId)
    if (url?.startsWith(deskbell)) fetched.push({ path: new URL(url).pathname, bytes })
  })
  return fetched
}

/** The tasks of the page's thread after its mark; the task with the mark is the page's own. */
function tasksOf(events: readonly TraceEvent[]): Pick<Loaded, 'total' | 'longest'> {
  const times = tasksAfter(events, 'added')
  return { total: times.reduce((all, one) => all + one, 0), longest: Math.max(0, ...times) }
}

/** The times of all tasks of the thread that set this mark, after it, ms of thread time. */
export function tasksAfter(events: readonly TraceEvent[], name: string): number[] {
  const mark = events.find((one) => one.name === name)
  if (!mark) throw new Error('the trace does not tell of the page')
  return events
    .filter((one) => one.name === 'ThreadControllerImpl::RunTask' && one.ph === 'X')
    .filter(({ pid, tid, ts }) => pid === mark.pid && tid === mark.tid && ts > mark.ts)
    .map(({ tdur = 0 }) => tdur / 1000)
}
