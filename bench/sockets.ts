import { readFileSync } from 'node:fs'
import { startChild } from './parts/child.ts'
import type { CrowdJobs } from './parts/crowd.ts'
import { startDeskbell, TOKEN, WIDGET_ID, type Deskbell } from './parts/deskbell.ts'
import { print } from './parts/figures.ts'

/**
 * The cost of idle visitors, and the effect of all their connections breaking at once: 20 000 sockets of widget pages
 * from a second process. Agents write to some of them while they are disconnected.
 */
const WANTED = 20_000
/** Other open files of the server: the database, scripts, listeners. */
const OTHERS = 400
const VISITORS = Math.min(WANTED, openFiles() - OTHERS)
/** Code is loaded and compiled once: the cost of the first connections is not the cost of each. */
const FIRST = 500
const TALKING = 200
/** Time until memory of the connection phase is returned (ms). */
const SETTLE = 45_000
/** The value that the server sends in `ready`. */
const WITHIN = 15_000

/** The limit of open files and sockets of a process on this machine. */
function openFiles(): number {
  return Number(/^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? WANTED)
}

const crowd = startChild<CrowdJobs>(new URL('./parts/crowd.ts', import.meta.url))
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function api(deskbell: Deskbell, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${TOKEN}`, ...(body && { 'content-type': 'application/json' }) }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`http://${deskbell.host}:${deskbell.port}/api${path}`, init)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Each writing visitor has received each of the agent's messages once, in order. */
function faults(heard: readonly string[], said: number): number {
  return heard.filter((text) => {
    const got = [...text.matchAll(/"text":"answer (\d+)"/g)].map(([, n]) => Number(n))
    return got.length !== said || got.some((n, i) => n !== i)
  }).length
}

const deskbell = await startDeskbell({ kind: 'server', widget: true })
try {
  const target = { host: deskbell.host, port: deskbell.port, widget: WIDGET_ID }
  await crowd.call('come', { ...target, count: FIRST })
  await wait(SETTLE)
  const before = deskbell.memory().now
  const came = await crowd.call('come', { ...target, count: VISITORS })
  await wait(SETTLE)
  const each = (deskbell.memory().now - before) / (VISITORS - FIRST)

  await crowd.call('write', { count: TALKING })
  await wait(3000)
  const { chats } = (await api(deskbell, 'GET', `/chats?limit=${TALKING}`)) as { chats: { id: number }[] }
  for (const { id } of chats) await api(deskbell, 'POST', `/chats/${id}/accept`, {})
  let said = 0
  const sayAll = async () => {
    for (const { id } of chats) await api(deskbell, 'POST', `/chats/${id}/messages`, { text: `answer ${said}` })
    said++
  }
  await sayAll()
  const storm = crowd.call('storm', { within: WITHIN })
  for (let i = 0; i < 8; i++) await sayAll()
  const back = await storm
  await sayAll()
  await wait(3000)
  const wrong = faults(await crowd.call('heard', { count: TALKING }), said)
  print('sockets', [
    {
      question: `Memory of the process for each of ${VISITORS.toLocaleString('en')} idle visitors`,
      measured: `${Math.round(before / 1e6)} MB with ${FIRST}, ${Math.round(deskbell.memory().now / 1e6)} MB at the end; all came in ${came.toFixed(1)} s`,
      value: each / 1000,
      unit: 'kB',
      most: 12,
    },
    {
      question: 'All connections are cut: time until every page has reconnected, each at a random moment within 15 s',
      measured: `${VISITORS.toLocaleString('en')} visitors`,
      value: back,
      unit: 's',
      most: 30,
    },
    {
      question: 'Of those to whom agents wrote meanwhile, how many missed a message, or had one twice or out of order',
      measured: `${TALKING} visitors, ${said} messages each`,
      value: wrong,
      unit: '',
      most: 0,
    },
  ])
} finally {
  await deskbell.stop()
  await crowd.stop()
}
