import type { Browser } from 'playwright-core'
import { openAgentBrowser, SLOWER } from './app-window.ts'
import type { Child } from './child.ts'
import { channelPath, type Deskbell } from './deskbell.ts'
import type { GeneratorJobs } from './generator.ts'
import { tasksAfter, TRACED, type TraceEvent } from './web-page.ts'

/** What a window did while live events arrived. */
export interface Worked {
  readonly framesPerSecond: number
  /** Tasks of more than 50 ms by the clock, which also counts the time that the machine gave to others. */
  readonly long: readonly number[]
  /** All tasks by the time of the thread alone, ms; none when the window is not slower. */
  readonly tasks: readonly number[]
  /** Requests of the window to the server's API, by address. */
  readonly asked: readonly string[]
  /** Memory of the window's scripts after each part of the time, rubbish removed, bytes. */
  readonly heap: readonly number[]
  readonly events: number
}

export interface EventsOptions {
  readonly slower?: typeof SLOWER
  /** Events a second; 0: nothing happens. */
  readonly rate: number
  /** For how long, ms. */
  readonly span: number
  /** Names of the visitors who write. That of the open chat is the first and writes every fiftieth message. */
  readonly visitors: readonly string[]
  /** The number of the open chat. */
  readonly open: number
}

const OFTEN = { visitors: 1, share: 0.02 }
/** Parts of the time after which the memory is read. */
const PARTS = 4
/** Until the window has settled, ms. */
const SETTLE = 4000

/** A window on the list of all open chats, with a chat open, while visitors write. */
export async function receiveEvents(
  browser: Browser,
  deskbell: Deskbell,
  generator: Child<GeneratorJobs>,
  { slower, rate, span, visitors, open }: EventsOptions,
): Promise<Worked> {
  const agent = await openAgentBrowser(browser, deskbell)
  try {
    const { page, devtools } = await agent.open(slower)
    const asked: string[] = []
    await page.goto(`/inbox/all/${open}`)
    await page.evaluate('firstRowAt')
    await page.getByRole('log').locator('[data-n]').first().waitFor()
    await page.waitForTimeout(SETTLE)
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    const heap: number[] = []
    const long: number[] = []
    const tasks: number[] = []
    let [frames, seconds, events] = [0, 0, 0]
    const target = { host: deskbell.host, port: deskbell.port, path: channelPath() }
    for (let quarter = 0; quarter < PARTS; quarter++) {
      const job = { target, rate, measure: span / PARTS, visitors, often: OFTEN }
      if (slower) await browser.startTracing(page, { categories: TRACED })
      await page.evaluate(`watch();performance.mark('watched')`)
      if (rate > 0) events += await generator.call('steady', job)
      else await page.waitForTimeout(span / PARTS)
      const part = await page.evaluate<{ frames: number; seconds: number; long: number[] }>('watched()')
      if (slower) {
        const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
        for (const time of tasksAfter(trace.traceEvents, 'watched')) tasks.push(time)
      }
      frames += part.frames
      seconds += part.seconds
      long.push(...part.long)
      // Outside the watched time, because it stops the page.
      await devtools.send('HeapProfiler.collectGarbage')
      heap.push((await devtools.send('Runtime.getHeapUsage')).usedSize)
    }
    return { framesPerSecond: frames / seconds, long, tasks, asked, heap, events }
  } finally {
    await agent.close()
  }
}
