import { startChild } from './parts/child.ts'
import { channelPath, startDeskbell, TOKEN, type Deskbell } from './parts/deskbell.ts'
import { inMs, median, perSecond, print, ratioInTurns } from './parts/figures.ts'
import type { GeneratorJobs } from './parts/generator.ts'
import { fill, type History } from './parts/history.ts'

/**
 * The cost of a long history: messages accepted a second, and the first page of the inbox, with 2 000 000 entries in
 * 100 000 chats compared with 10 000 in 500. Two servers side by side, measured alternately.
 */
const ROUNDS = 6
const CONNECTIONS = 64
const YOUNG: History = { chats: 500, open: 100, entries: 20, connections: CONNECTIONS }
const OLD: History = { chats: 100_000, open: 5000, entries: 20, connections: CONNECTIONS }

const generator = startChild<GeneratorJobs>(new URL('./parts/generator.ts', import.meta.url))

const post = async ({ port }: Deskbell, visitors: number, warm: number, measure = 1500) => {
  const target = { host: '127.0.0.1', port, path: channelPath() }
  return (await generator.call('post', { target, connections: CONNECTIONS, visitors, warm, measure })).rate
}
const read = async ({ port }: Deskbell, measure = 1000) => {
  const target = { host: '127.0.0.1', port, path: '/api/chats?view=all' }
  return (await generator.call('read', { target, token: TOKEN, warm: 200, measure })).p50
}

async function startFilled(history: History): Promise<Deskbell> {
  const deskbell = await startDeskbell({ kind: 'server' })
  if (!deskbell.database) throw new Error('it has no database of its own')
  const begun = performance.now()
  await fill(deskbell.database, history)
  console.log(`${history.chats} chats were written in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  return deskbell
}

const servers: Deskbell[] = []
try {
  servers.push(await startFilled(YOUNG), await startFilled(OLD))
  const [young, old] = servers as [Deskbell, Deskbell]
  const wide = Math.floor(OLD.open / CONNECTIONS)
  const found = { young: [] as number[], old: [] as number[], wide: [] as number[] }
  const page = { young: [] as number[], old: [] as number[] }
  for (const deskbell of servers) await post(deskbell, 1, 2000, 100)
  await post(old, wide, 1000, 100)
  for (let round = 0; round < ROUNDS; round++) {
    found.young.push(await post(young, 1, 200))
    found.old.push(await post(old, 1, 200))
    found.wide.push(await post(old, wide, 200))
    page.old.push(await read(old))
    page.young.push(await read(young))
  }
  found.young.push(await post(young, 1, 200))
  page.old.push(await read(old))
  const middle = (values: number[], say: (value: number) => string) => say(median(values))
  print(
    'grow',
    [
      {
        question: 'Messages accepted with 2 000 000 entries in 100 000 chats, over the same with 10 000',
        measured: `${middle(found.old, perSecond)} over ${middle(found.young, perSecond)}`,
        value: 1 / ratioInTurns(found.young, found.old),
        unit: '',
        least: 0.9,
      },
      {
        question: 'First page of the inbox, p50, likewise',
        measured: `${middle(page.old, inMs)} over ${middle(page.young, inMs)}`,
        value: ratioInTurns(page.old, page.young),
        unit: '',
        most: 1.2,
      },
    ],
    [
      `With the ${CONNECTIONS} connections writing for ${wide * CONNECTIONS} visitors in turn instead of one each: ` +
        `${middle(found.wide, perSecond)}, ${(1 / ratioInTurns(found.young, found.wide)).toFixed(2)} of the smaller server's rate.`,
    ],
  )
} finally {
  for (const deskbell of servers) await deskbell.stop()
  await generator.stop()
}
