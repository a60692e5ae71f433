import { execFile } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decideTurn, type Routed, type Turn } from '@deskbell/rules'
import pg from 'pg'
import { isFull } from '../../../../../tools/extent.ts'
import { seeded } from '../../checker/random.ts'
import { ServerProcess } from '../../checker/server-process.ts'
import { makePlace, type Place } from '../../db.ts'
import { freePort } from '../../free-port.ts'
import { findNats } from '../../nats.ts'
import { tokenOf } from '../../test-server.ts'
import { findBinaries, startOwnPostgres } from '../own-postgres.ts'
import { startAgent, type Times } from './agent.ts'
import { AGENTS, capacityOf, channelOf, emailOf, OWNER, routingOf, setupOf } from './company.ts'
import { rowsOf } from './rows.ts'
import type { Stall } from './stalls.ts'
import { makeVisitors } from './visitors.ts'
import { watchMachine } from './watch.ts'

/** Nine visitors for ten chats that agents may have: sometimes all agents of a channel have what they may. */
const SHARE = 0.9
const CHECK = fileURLToPath(new URL('check.ts', import.meta.url))
const run = promisify(execFile)

export interface ModelOptions {
  readonly seed: number
  readonly arrivals: number
  readonly times: Times
  /** How long a visitor may wait while an agent is free (ms). */
  readonly within: number
  /** Kills one of the processes every so often (ms). */
  readonly killEvery?: number
}

export interface Found {
  readonly turns: number
  readonly decisions: number
  readonly chats: number
  /** Chats that an agent took by hand: they accepted when the offer had ended. */
  readonly taken: number
  /** Visitors who waited longer than `within`, whether an agent was free or not. */
  readonly late: number
  readonly kills: number
  readonly seconds: number
  readonly violations: number
  /** Some of them, in words. */
  readonly wrong: readonly string[]
}

/**
 * In full, on a Postgres server of its own where its programs are: that of the machine may have other settings than Postgres brings.
 * Without autovacuum, each query reads more dead rows, and after ten minutes agents get their chats late.
 */
async function makeModelPlace(): Promise<Place> {
  const bin = isFull ? findBinaries() : undefined
  if (bin === undefined) return makePlace('server')
  const { databaseUrl, drop } = await startOwnPostgres(bin, { sharedBuffers: '128MB' })
  return { dataDir: '', databaseUrl, drop }
}

/** Runs a company on two processes over NATS, and the checker on what it left. */
export async function runModel(t: TestContext, options: ModelOptions): Promise<Found> {
  const { seed, arrivals, times, within, killEvery } = options
  const [place, nats] = [await makeModelPlace(), (await findNats()) ?? '']
  const env = {
    NATS_URL: nats,
    ...{
      CONNECTIONS_PER_ADDRESS: '0',
      CONNECTIONS_PER_NETWORK: '0',
      SOCKETS_PER_ADDRESS: '0',
      SOCKETS_PER_NETWORK: '0',
    },
  }
  const given = { place, serverUrl: 'http://127.0.0.1:1', env, setup: setupOf() }
  const servers = [new ServerProcess(given, await freePort()), new ServerProcess(given, await freePort())] as const
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-routing-'))
  const journal = createWriteStream(join(folder, 'journal'))
  const agents: ReturnType<typeof startAgent>[] = []
  const url = place.databaseUrl ?? ''
  const watch = await watchMachine(url)
  let isOver = false
  t.after(async () => {
    isOver = true
    for (const agent of agents) agent.stop()
    await Promise.all([watch.close(), ...servers.map((server) => server.close())])
    await place.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const server of servers) await server.start()
  const ids = await setRouting(servers[0].url)
  const broken: string[] = []

  const capacity = Array.from({ length: AGENTS }, (_, agent) => capacityOf(agent)).reduce((sum, one) => sum + one, 0)
  const visitors = makeVisitors({
    urls: servers.map(({ url }) => url),
    random: seeded(seed),
    arrivals,
    visitors: Math.round(capacity * SHARE),
  })
  for (let agent = 0; agent < AGENTS; agent++)
    agents.push(
      startAgent({
        ...{ id: ids[agent] ?? 0, email: emailOf(agent), times, mayBreak: killEvery !== undefined },
        onBroken: (how) => void broken.push(`the server closed the line of agent ${agent}: ${how}`),
        url: servers[(agent + channelOf(agent)) % 2]!.url,
        random: seeded(seed + agent + 1),
        journal: (line) => journal.write(`${JSON.stringify(line)}\n`),
        onClosed: visitors.onClosed,
      }),
    )
  let kills = 0
  async function killAgainAndAgain(every: number): Promise<void> {
    await pause(every)
    for (; !isOver; kills++) {
      const server = servers[kills % 2]!
      await server.kill()
      await server.start()
      await pause(every)
    }
  }
  const killing = killEvery === undefined ? Promise.resolve() : killAgainAndAgain(killEvery)
  killing.catch(() => {})
  const began = performance.now()
  await Promise.race([visitors.run(), ...agents.map(({ failure }) => failure)])
  const seconds = (performance.now() - began) / 1000
  isOver = true
  for (const agent of agents) agent.stop()
  await killing
  await new Promise<void>((resolve) => void journal.end(resolve))
  // The last closings are written.
  await pause(2000)

  const { stdout } = await run(process.execPath, [CHECK, url, join(folder, 'journal'), String(within)], {
    maxBuffer: 2 ** 24,
  })
  const { stalls, ...checked } = JSON.parse(stdout) as Omit<Found, 'kills' | 'seconds'> & { stalls: Stall[] }
  const more = [...(await decideAgain(url)), ...servers.flatMap(({ deaths }) => deaths)]
  if (killEvery === undefined) more.push(...broken)
  const said = stalls.map(({ from, to, chats, wait }) =>
    [
      `${chats} visitors wait from ${from} to ${to} while agents are free, such as ${JSON.stringify(wait)}`,
      ...watch.between(from, to).slice(0, 20),
    ].join('\n  '),
  )
  return {
    ...checked,
    kills,
    seconds,
    wrong: [...checked.wrong, ...more, ...said],
    violations: checked.violations + more.length,
  }
}

/** Sets the policies and capacities; returns the agents' numbers. */
async function setRouting(url: string): Promise<number[]> {
  async function ask<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${url}/api${path}`, {
      method: body ? 'PATCH' : 'GET',
      headers: { authorization: `Bearer ${tokenOf(OWNER)}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const known = await ask<{ agents: { id: number; email: string }[] }>('/agents')
  const { channels } = await ask<{ channels: { id: number; name: string }[] }>('/channels')
  const numberOf = ({ name }: { name: string }) => Number(name.split(' ')[1])
  const idOf = new Map(known.agents.map(({ id, email }) => [email, id]))
  const agents = Array.from({ length: AGENTS }, (_, agent) => idOf.get(emailOf(agent)) ?? 0)
  const sorted = channels.toSorted((a, b) => numberOf(a) - numberOf(b)).map(({ id }) => id)
  await ask('/routing', routingOf({ channels: sorted, agents }))
  // The router has its lease.
  await pause(2000)
  return agents
}

/** The stored turns that are not decided again as they were. */
async function decideAgain(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const otherwise: string[] = []
  const said = (all: readonly Routed[]) => all.map(({ chat, to }) => `${chat} to ${to}`).join()
  const turns = rowsOf<{ id: string; input: Turn; routed: Routed[] }>(
    client,
    'select id, input, routed from routing_turn',
  )
  for await (const { id, input, routed } of turns)
    if (said(decideTurn(input)) !== said(routed))
      otherwise.push(`turn ${id} is decided otherwise from its stored inputs`)
  await client.end()
  return otherwise
}
