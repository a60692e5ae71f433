import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@deskbell/protocol/agent/call'
import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { nextId, openPage, WIDGET } from '../packages/server/test/channels/widget/page.ts'
import { ServerProcess } from '../packages/server/test/checker/server-process.ts'
import { makePlace } from '../packages/server/test/db.ts'
import { freePairs, freePort } from '../packages/server/test/free-port.ts'
import { ANN, connect } from '../packages/server/test/test-server.ts'
import { startChild } from './parts/child.ts'
import { inMs, median, print, type Row } from './parts/figures.ts'
import type { TelephoneJobs } from './parts/telephones.ts'

/**
 * Calls by telephone on Postgres: how soon the first telephone rings, what 50 calls at once cost and lose, how soon telephones are free
 * after `kill -9`, and how soon the recording of a long call is there. The telephone company is a process of its own.
 */
const CALLS = 50
const RINGS = 20
const MINUTE = 60_000
const LONG = Number(process.env['CALL_MINUTES'] ?? 10) * MINUTE
const KILLS = 3
/** The client hears that the call is recorded, and the agent's voice after it (ms). */
const NOTICE = 5000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
const emails = Array.from({ length: CALLS + 1 }, (_, n) => (n === 0 ? ANN : `agent-${n}@shop.test`))
/** 30 characters, as tokens have. */
const tokenFor = (email: string) => `deskbell_${email.replaceAll(/[^a-z0-9]/g, '').padEnd(21, '0')}`
const extension = (n: number) => String(300 + n)
const numberOf = (n: number) => `+49301234${String(n).padStart(3, '0')}`

const telephones = startChild<TelephoneJobs>(new URL('./parts/telephones.ts', import.meta.url))
const company = await telephones.call('open', undefined)
const place = await makePlace('server')
const [first = 0] = await freePairs(4 * (CALLS + 10))
const server = new ServerProcess(
  {
    ...{ place, serverUrl: '' },
    env: {
      ...{ MEDIA_ADDRESS: '127.0.0.1', MEDIA_PORTS: `${first}-${first + 8 * (CALLS + 10) - 1}` },
      ...{
        SOCKETS_PER_ADDRESS: '0',
        SOCKETS_PER_NETWORK: '0',
        CONNECTIONS_PER_ADDRESS: '0',
        CONNECTIONS_PER_NETWORK: '0',
      },
    },
    setup: {
      agents: emails.map((email, n) => ({
        ...{ email, name: `Agent ${n}`, password: 'correct horse battery', apiToken: tokenFor(email) },
        role: n === 0 ? 'owner' : 'agent',
      })),
      channels: [{ ...WIDGET, agents: emails }],
    },
  },
  await freePort(),
)

async function ask<T>(email: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${tokenFor(email)}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

async function until(what: string, holds: () => Promise<boolean>, within = MINUTE): Promise<void> {
  for (const late = performance.now() + within; !(await holds()); await pause(20))
    if (performance.now() > late) throw new Error(`${what} did not come`)
}
const readCall = (id: number) => ask<Call>(ANN, 'GET', `/calls/${id}`)
const isReady = () =>
  until('the trunk', async () => {
    const { state, engine } = await ask<TrunkStatus>(ANN, 'GET', '/call-trunk')
    return state === 'ready' && engine.state === 'running'
  })

let visitors = 0
/** A visitor asks for a call-back. Resolves when the server has accepted it. */
async function asks(phone: string): Promise<{ id: number; at: number; close: () => Promise<void> }> {
  const page = await openPage(server, { visitor: `caller ${letters(++visitors)}` })
  await until('call-backs', () =>
    Promise.resolve(page.frames.some((one) => 'callback' in one && one.callback === 'on')),
  )
  const at = Date.now()
  const answer = await page.ask({ t: 'call', id: nextId(), phone })
  if (answer.t !== 'done' || !answer.call) throw new Error(JSON.stringify(answer))
  return { id: answer.call.id, at, close: () => page.close() }
}
const talks = (id: number) => until('the talk', async () => (await readCall(id)).status === 'client_connected')

/** Processor time of a process since its start (s). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
const engine = () => Number(readFileSync(join(dataDir(), 'calls', 'pid'), 'utf8'))
const dataDir = () => place.dataDir || server.folder

async function rings(): Promise<Row> {
  const waited: number[] = []
  for (let n = 0; n < RINGS; n++) {
    await telephones.call('forget', undefined)
    const { id, at, close } = await asks(numberOf(0))
    const extensions = emails.map((_, agent) => extension(agent))
    let when = 0
    await until('a ring', async () => {
      when = Math.max(...(await telephones.call('rang', extensions)))
      return when > 0
    })
    waited.push(when - at)
    await talks(id)
    await telephones.call('hangUp', numberOf(0))
    await until('the end', async () => (await readCall(id)).status === 'end')
    await close()
  }
  const sorted = waited.toSorted((a, b) => a - b)
  return {
    question: 'From the request until the first telephone rings, the slowest of 20',
    measured: `median ${inMs(median(waited))}, slowest ${inMs(sorted.at(-1) ?? 0)}`,
    value: (sorted.at(-1) ?? 0) / 1000,
    unit: 's',
    most: 1,
  }
}

/** 50 calls at once for a minute, each recorded. */
async function many(): Promise<Row[]> {
  const calls = []
  for (let n = 1; n <= CALLS; n++) calls.push(await asks(numberOf(n)))
  for (const { id } of calls) await talks(id)
  await pause(NOTICE)
  const pids = [server.pid, engine()]
  const before = pids.map(cpuOf)
  const began = performance.now()
  const { said, lost } = await telephones.call('listen', MINUTE)
  const seconds = (performance.now() - began) / 1000
  const [node = 0, media = 0] = pids.map((pid, n) => ((cpuOf(pid) - before[n]!) / seconds / CALLS) * 100)
  for (let n = 1; n <= CALLS; n++) await telephones.call('hangUp', numberOf(n))
  for (const { id } of calls) await until('the end', async () => (await readCall(id)).status === 'end')
  const recorded = await Promise.all(calls.map(async ({ id }) => (await readCall(id)).recorded))
  if (!recorded.every(Boolean)) throw new Error(`${recorded.filter((one) => !one).length} calls have no recording`)
  for (const { close } of calls) await close()
  return [
    {
      question: `Packets lost of ${CALLS} calls at once for a minute, recording on`,
      measured: `${said} sent by ${2 * CALLS} telephones, ${lost} not heard; all ${CALLS} have a recording`,
      value: lost,
      unit: '',
      most: 0,
    },
    {
      question: 'Share of a core for each call, recording on',
      measured: `server ${node.toFixed(2)} %, rtpengine ${media.toFixed(2)} %`,
      value: node + media,
      unit: '%',
      most: 1,
    },
  ]
}

/** The server is killed in a call. */
async function kills(): Promise<Row> {
  const free: number[] = []
  for (let n = 0; n < KILLS; n++) {
    const { id, close } = await asks(numberOf(0))
    await talks(id)
    const began = performance.now()
    await server.kill()
    server.launch()
    await until('free telephones', async () => (await telephones.call('busy', undefined)) === 0)
    await server.up
    await until('the final status', async () => ['end', 'error'].includes((await readCall(id)).status))
    free.push((performance.now() - began) / 1000)
    await close().catch(() => {}) // its server is gone
    await isReady()
    await come()
  }
  return {
    question: 'From `kill -9` in a call until both telephones are free and it has its final status, the slowest of 3',
    measured: free.map((seconds) => `${seconds.toFixed(1)} s`).join(', '),
    value: Math.max(...free),
    unit: 's',
    most: 10,
  }
}

let agents: Awaited<ReturnType<typeof connect>>[] = []
async function come(): Promise<void> {
  for (const agent of agents) agent.close()
  agents = await Promise.all(emails.map((email) => connect(server.url, `Bearer ${tokenFor(email)}`)))
}

try {
  await server.start()
  await ask(ANN, 'PUT', '/call-trunk', {
    ...{ kind: 'udp', host: '127.0.0.1', port: company, user: 'desk', password: 'p-desk', registers: true },
  })
  await ask(ANN, 'PATCH', '/call-settings', {
    ...{ callback: true, countries: ['DE'], record: true, perVisitor: 0, perNumber: 0, perAddress: 0 },
  })
  await ask(ANN, 'PATCH', '/routing', {
    policy: { distribution: 'least-busy', lastAgentFirst: false, acceptWithin: null },
  })
  for (const [n, email] of emails.entries()) {
    await ask(email, 'PATCH', '/me', { phone: extension(n) })
    await ask(email, 'PUT', '/me/calls', { on: 'phone' })
  }
  await come()
  await isReady()
  const rows: Row[] = [await rings()]
  const long = await asks(numberOf(CALLS + 1))
  await talks(long.id)
  const talking = performance.now()
  rows.push(...(await many()))
  await pause(Math.max(0, LONG - (performance.now() - talking)))
  const hungUp = performance.now()
  await telephones.call('hangUp', numberOf(CALLS + 1))
  await until('the recording', async () => (await readCall(long.id)).recorded)
  rows.push({
    question: `From hanging up until the mp3 is there, after ${((hungUp - talking) / MINUTE).toFixed(1)} minutes`,
    measured: 'a call with a recording of both sides',
    value: (performance.now() - hungUp) / 1000,
    unit: 's',
    most: 5,
  })
  await long.close()
  rows.push(await kills())
  print('calls', rows)
} finally {
  for (const agent of agents) agent.close()
  await server.close()
  await telephones.stop()
  await place.drop()
}
process.exit()
