import type { Browser } from 'playwright-core'
import { openBrowser } from '../packages/server/test/browser.ts'
import { receiveEvents } from './parts/app-events.ts'
import { openChats } from './parts/app-next.ts'
import { firstRowCold, firstRowKept, readFirstLoad } from './parts/app-start.ts'
import { SLOWER } from './parts/app-window.ts'
import { startChild } from './parts/child.ts'
import { type Deskbell, startDeskbell } from './parts/deskbell.ts'
import { inMs, median, print, quantile, type Row } from './parts/figures.ts'
import type { GeneratorJobs } from './parts/generator.ts'
import { fill } from './parts/history.ts'

/**
 * The agent application in a real browser: its start, the way from a click to the next chat, and how it bears events.
 * Options: `--minutes=60` how long events arrive, `--turns=20` how often each way to a chat is measured, and names of
 * parts (start, next, events) to run only these.
 */
const CONNECTIONS = 64
const RATE = 100
const STARTS = 9

const options = process.argv.slice(2)
const numberOf = (name: string, usual: number) =>
  Number(options.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? usual)
const minutes = numberOf('minutes', 1)
const turns = numberOf('turns', 20)
const parts = options.filter((one) => !one.startsWith('--'))
const runs = (part: string) => parts.length === 0 || parts.includes(part)

async function startFilled(open: number): Promise<Deskbell> {
  const deskbell = await startDeskbell({ kind: 'server' })
  if (!deskbell.database) throw new Error('it has no database of its own')
  await fill(deskbell.database, { chats: open, open, entries: 20, connections: CONNECTIONS })
  return deskbell
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const spread = (times: number[]) => `${inSeconds(Math.min(...times))} to ${inSeconds(Math.max(...times))}`

async function start(browser: Browser, deskbell: Deskbell): Promise<Row[]> {
  const files = await readFirstLoad(browser, deskbell)
  const code = files.filter(({ path }) => path !== '/')
  const late = code.filter(({ isNamed }) => !isNamed)
  const bad = code.filter(
    ({ encoding, isImmutable, path }) => encoding !== 'br' || !(isImmutable || path === '/theme.js'),
  )
  const named = code.filter(({ isNamed }) => isNamed)
  const cold = await firstRowCold(browser, deskbell, STARTS)
  const kept = await firstRowKept(browser, deskbell, STARTS)
  return [
    {
      question: 'First load on the wire: the page and what it names',
      measured:
        `${named.length} files and the page; not compressed by brotli or not immutable: ${bad.length}; ` +
        `fetched before the first row without being named: ${late.length}`,
      value: files.filter((one) => !late.includes(one)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
      unit: 'kB',
      most: 200,
    },
    {
      question: `First row with 5 000 chats, ${SLOWER}x slower, nothing cached`,
      measured: `${STARTS} browsers, ${spread(cold)}`,
      value: median(cold) / 1000,
      unit: 's',
      most: 1.5,
    },
    {
      question: 'The same from the service worker',
      measured: `${STARTS} windows, the worker asleep, ${spread(kept)}`,
      value: median(kept) / 1000,
      unit: 's',
      most: 0.6,
    },
  ]
}

async function next(browser: Browser, deskbell: Deskbell): Promise<Row[]> {
  const { near, far } = await openChats(browser, deskbell, turns)
  const row = (question: string, { click, key }: { click: number[]; key: number[] }, most: number): Row => ({
    question,
    measured:
      `${click.length} clicks p50 ${inMs(median(click))}, p95 ${inMs(quantile([...click], 0.95))}; ` +
      `${key.length} keys p50 ${inMs(median(key))}, p95 ${inMs(quantile([...key], 0.95))}`,
    value: quantile([...click, ...key], 0.95),
    unit: 'ms',
    most,
  })
  return [
    row(`From click or key to the next chat's messages, ${SLOWER}x slower, p95, beside the open one`, near, 50),
    row('The same, neither loaded nor beside it', far, 150),
  ]
}

async function events(browser: Browser, deskbell: Deskbell): Promise<Row[]> {
  const newest = (await deskbell.database?.query<{ id: number }>('select max(id)::int as id from chat'))?.[0]?.id ?? 0
  const names = Array.from({ length: newest }, (_, n) => `v${n % CONNECTIONS}-${Math.floor(n / CONNECTIONS)}`)
  const visitors = [names[newest - 1] ?? '', ...names]
  const span = minutes * 60_000
  const all = { span, visitors, open: newest }
  const generator = startChild<GeneratorJobs>(new URL('./parts/generator.ts', import.meta.url))
  try {
    const idle = await receiveEvents(browser, deskbell, generator, { ...all, span: 8000, rate: 0 })
    const fast = await receiveEvents(browser, deskbell, generator, { ...all, rate: RATE })
    const slow = await receiveEvents(browser, deskbell, generator, {
      ...all,
      span: Math.min(span, 60_000),
      rate: RATE,
      slower: SLOWER,
    })
    const [half = 0, last = 0] = [fast.heap.at(1), fast.heap.at(-1)]
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    const asked = [...fast.asked, ...slow.asked].filter((path) => path.startsWith('/api/chats'))
    return [
      {
        question: `${RATE} events a second for ${minutes} min, 10 000 open chats: frames a second`,
        measured: `${fast.events} messages; with none ${idle.framesPerSecond.toFixed(1)}`,
        value: fast.framesPerSecond,
        unit: '',
        // The display of this browser draws 60; a frame at the edge of the time is not counted.
        least: 59.5,
      },
      {
        question: `The same ${SLOWER}x slower: tasks of more than 50 ms of thread time`,
        measured:
          `${slow.events} messages, ${slow.tasks.length} tasks, the longest ${inMs(slow.tasks.reduce((most, one) => Math.max(most, one), 0))}; ` +
          `${slow.framesPerSecond.toFixed(1)} frames a second, and by the clock ${slow.long.length} long tasks`,
        value: slow.tasks.filter((time) => time > 50).length,
        unit: '',
        most: 0,
      },
      {
        question: 'Memory of the window in the second half of that time, over its middle',
        measured: `after each quarter ${fast.heap.map(megabytes).join(', ')}`,
        value: last / half,
        unit: '',
        most: 1.1,
      },
      {
        question: 'Requests for events of chats that are not loaded',
        measured: `${fast.events + slow.events} messages; other requests: ${fast.asked.length + slow.asked.length - asked.length}`,
        value: asked.length,
        unit: '',
        most: 0,
      },
    ]
  } finally {
    await generator.stop()
  }
}

const browser = await openBrowser()
const rows: Row[] = []
try {
  if (runs('start') || runs('next')) {
    const deskbell = await startFilled(5000)
    try {
      if (runs('start')) rows.push(...(await start(browser, deskbell)))
      if (runs('next')) rows.push(...(await next(browser, deskbell)))
    } finally {
      await deskbell.stop()
    }
  }
  if (runs('events')) {
    const deskbell = await startFilled(10_000)
    try {
      rows.push(...(await events(browser, deskbell)))
    } finally {
      await deskbell.stop()
    }
  }
  print('app', rows)
} finally {
  await browser.close()
}
