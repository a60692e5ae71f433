import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, type DbKind, type Place } from '../db.ts'
import { ANN, BOB, PUBLIC_ID, RANDOM, tokenOf } from '../test-server.ts'
import { WIDGET } from '../channels/widget/page.ts'
import type { Done, Order } from './attack.ts'
import type { Cut } from './felt.ts'
import { MAL } from './further-rows.ts'
import type { Told } from './good.ts'
import { figuresOf, type Outcome } from './outcome.ts'
import type { Round } from './rounds.ts'
import { countProcessors, descriptorsOf, residentOf, watch } from './watch.ts'
import { prepare, type World } from './surroundings.ts'

const MIB = 1024 * 1024

/** What an attack may do to a server. Memory in MiB over the calm time right before; the rest as its name says. */
export const BOUNDS = {
  resident: 200,
  /**
   * Others' 99th percentile: so many times the calm one, plus so many ms. Within a window of seconds it moves by as much
   * alone: a collection of V8 takes 10 to 25 ms, and a store in memory answers in 6.
   */
  factor: 1.2,
  plus: 15,
  /** Descriptors over the calm time: as many connections as an address or a network may have, and 200 files. */
  descriptors: { address: 1200, network: 4200 },
  /** After the attack everything is at rest again within this time (ms). */
  rest: 60_000,
} as const

/**
 * At rest again: descriptors are no more than this over the calm time. The embedded store opens files of its own.
 * Memory that V8 has taken it keeps for the next rush; that this is no leak shows in the sum over all rounds (`grown`).
 */
const RESTED_DESCRIPTORS = 100
const PRIORITY = -5
/** An attack that takes more than this is stopped, so that the machine survives it (MiB). */
const STOP_AT = 2500
/** An attacker that acted less than this share of its time attacked too little. */
const ACTED = 0.3
const WARM_UP = 5000
/** How long others are watched before and after an attack (ms). */
export const CALM = 4000
const LOOK_EVERY = 1500

type Calm = ReturnType<typeof figuresOf> & Pick<Cut, 'agentsClosed' | 'visitorsClosed'>

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

function start(program: string): ChildProcess {
  const child = fork(new URL(program, import.meta.url), { serialization: 'advanced', execArgv: [] })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

/**
 * The server and what measures it come before other programs of this machine, where that is permitted: children
 * inherit it. Where each session is a group of its own to the scheduler, the group comes first.
 */
function comeFirst(): void {
  try {
    setPriority(PRIORITY)
    const [, , , session] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
    if (Number(session) === process.pid) writeFileSync('/proc/self/autogroup', String(2 * PRIORITY))
  } catch {
    // Not permitted: other programs affect the figures more.
  }
}

/** A running server with its default limits, and the good load on it. */
export class Proof {
  readonly #place: Place
  readonly #server: ServerProcess
  readonly #good: ChildProcess
  readonly #world: World
  /** The calm time before the next round. */
  #before: Calm | undefined
  /** Memory of the first calm time (bytes). */
  #first = 0
  #calmFor = CALM
  /** Why the server was not at rest at the last check. */
  #restless = ''

  private constructor(place: Place, server: ServerProcess, good: ChildProcess, world: World) {
    this.#place = place
    this.#server = server
    this.#good = good
    this.#world = world
  }

  /** `calm`: how long others are watched before and after an attack (ms). */
  static async start(kind: DbKind, calm = CALM): Promise<Proof> {
    comeFirst()
    const place = await makePlace(kind)
    const good = start('good.ts')
    let server: ServerProcess | undefined
    try {
      const [told] = (await once(good, 'message')) as [Told & { listens: number }]
      const agents = [
        { email: ANN, name: 'Ann', password: 'correct horse battery', role: 'owner' as const, apiToken: tokenOf(ANN) },
        { email: BOB, name: 'Bob', password: 'correct horse battery', role: 'agent' as const, apiToken: tokenOf(BOB) },
        { email: MAL, name: 'Mal', password: 'correct horse battery', role: 'admin' as const, apiToken: tokenOf(MAL) },
      ]
      const serverUrl = `http://127.0.0.1:${told.listens}/`
      const api = {
        kind: 'api' as const,
        name: 'App',
        publicId: PUBLIC_ID,
        random: RANDOM,
        agents: [ANN, BOB],
        serverUrl,
      }
      const metricsPort = await freePort()
      server = new ServerProcess(
        {
          place,
          serverUrl,
          // No limits here: those that every server begins with.
          setup: { agents, channels: [api, WIDGET], settings: {} },
          env: { METRICS_PORT: String(metricsPort) },
        },
        await freePort(),
      )
      await server.start()
      good.send({ port: server.port })
      const proof = new Proof(place, server, good, await prepare(server.port, metricsPort))
      proof.#calmFor = calm
      await pause(WARM_UP)
      await proof.#cut()
      return proof
    } catch (error) {
      await end(good)
      await server?.close()
      await place.drop()
      throw error
    }
  }

  /**
   * Memory over the first calm time (MiB): what is left within the time to rest, in which a calm process gives back.
   */
  async grown(): Promise<number> {
    const grown = () => Math.round((residentOf(this.#server.pid) - this.#first) / MIB)
    for (const end = performance.now() + BOUNDS.rest; grown() > BOUNDS.resident && performance.now() < end;)
      await pause(LOOK_EVERY)
    return grown()
  }

  /** True when the server is still that which was started. */
  get lives(): boolean {
    return this.#server.deaths.length === 0
  }

  /**
   * A round whose times are judged. When they alone were not within their bounds it is measured once more: others use
   * this machine too.
   */
  async measured(round: Round): Promise<Outcome> {
    const first = await this.round(round)
    return first.broken.length > 0 && first.isOfTime && this.lives ? this.round(round) : first
  }

  /** A calm time, the attack, the time to rest, and a calm time again, which is that before the next round. */
  async round({ title, attacks, ms, stays, wide }: Round): Promise<Outcome> {
    const pid = () => this.#server.pid
    const before = (this.#before ??= await this.#calm())
    const base = { resident: residentOf(pid()), descriptors: descriptorsOf(pid()) }
    this.#first ||= base.resident
    const attacker = start('attacker.ts')
    await once(attacker, 'message')
    const over = Promise.withResolvers<Done>()
    // An attacker that ended before its time has attacked too little.
    const none: Done = { opened: 0, cut: 0, sent: 0, read: 0, ticks: 0 }
    const limit = setTimeout(() => over.resolve(none), ms + 15_000)
    attacker.once('exit', () => over.resolve(none))
    attacker.once('message', (done: Done) => over.resolve(done))
    const watching = watch(pid, ({ resident }) => {
      if (resident - base.resident > STOP_AT * MIB) over.resolve({ ...none, ticks: 1 })
    })
    const counting = countProcessors(pid(), this.#good.pid ?? 0, attacker.pid ?? 0)
    attacker.send({ port: this.#server.port, attacks: attacks(this.#world), ms } satisfies Order)
    const done = await over.promise
    clearTimeout(limit)
    const processors = counting()
    const kept = stays ? descriptorsOf(pid()) - base.descriptors : 0
    await end(attacker)
    const ended = performance.now()
    const hurt = await this.#cut()
    const rest = this.lives ? await this.#rest(base, ended, before) : Infinity
    const peak = watching.take()
    watching.stop()
    // A server that has ended, or does not come to rest, is not asked for anything more.
    const after = rest === Infinity ? before : await this.#calm()
    this.#before = after

    const figures = figuresOf(hurt.samples)
    const resident = Math.round((peak.resident - base.resident) / MIB)
    const descriptors = peak.descriptors - base.descriptors
    // Those that were closed while it came to rest are counted too.
    const last = rest === Infinity ? hurt : after
    const agentsClosed = last.agentsClosed - before.agentsClosed
    const visitorsClosed = last.visitorsClosed - before.visitorsClosed
    const ofTime: string[] = []
    for (const what of ['acked', 'heard'] as const) {
      const most = Math.max(before[what].p99, after[what].p99) * BOUNDS.factor + BOUNDS.plus
      const { p99 } = figures[what]
      if (p99 > most) ofTime.push(`${what} p99 ${p99.toFixed(0)} ms, at most ${most.toFixed(0)}`)
    }
    if (done.ticks < ACTED)
      ofTime.push(`the attacker acted ${percent(done.ticks)} of its time: the machine is too busy`)
    const broken = [
      ...(this.lives ? [] : [`the server ended: ${this.#server.deaths.at(-1)?.slice(0, 200)}`]),
      ...(resident > BOUNDS.resident ? [`memory +${resident} MiB`] : []),
      ...(descriptors > BOUNDS.descriptors[wide ? 'network' : 'address'] ? [`${descriptors} descriptors more`] : []),
      ...(kept > RESTED_DESCRIPTORS ? [`${kept} descriptors for an attacker who stays`] : []),
      ...(agentsClosed > 0 ? [`${agentsClosed} agents’ sockets closed`] : []),
      ...(visitorsClosed > 0 ? [`${visitorsClosed} visitors’ sockets closed`] : []),
      ...(hurt.lost.length > 0 ? [`${hurt.lost.length} lost (${hurt.lost[0]})`] : []),
      ...(rest > BOUNDS.rest ? [`not at rest after 60 s: ${this.#restless}`] : []),
    ]
    return {
      title,
      resident,
      descriptors,
      calm: { acked: before.acked.p99, heard: before.heard.p99 },
      calmPause: before.pause,
      ...figures,
      lost: hurt.lost,
      agentsClosed,
      visitorsClosed,
      rest,
      processors,
      done,
      isOfTime: broken.length === 0,
      broken: [...broken, ...ofTime],
    }
  }

  async #calm(): Promise<Calm> {
    await this.#cut()
    await pause(this.#calmFor)
    const { samples, agentsClosed, visitorsClosed } = await this.#cut()
    return { ...figuresOf(samples), agentsClosed, visitorsClosed }
  }

  async close(): Promise<void> {
    await end(this.#good)
    await this.#server.close()
    await this.#place.drop()
  }

  /** Resolves with the time after which all was as before (ms), or Infinity. */
  async #rest(base: { resident: number; descriptors: number }, from: number, calm: Calm): Promise<number> {
    while (performance.now() - from < BOUNDS.rest) {
      const at = performance.now()
      await pause(LOOK_EVERY)
      const { samples, lost } = await this.#cut()
      const pid = this.#server.pid
      const resident = residentOf(pid)
      const isLow = resident - base.resident < BOUNDS.resident * MIB
      const { acked } = figuresOf(samples)
      const isQuick = acked.p99 <= 2 * (calm.acked.p99 * BOUNDS.factor + BOUNDS.plus)
      const isClosed = descriptorsOf(pid) - base.descriptors < RESTED_DESCRIPTORS
      const mib = Math.round((resident - base.resident) / MIB)
      this.#restless = `+${mib} MiB, p99 ${acked.p99.toFixed(0)} ms, +${descriptorsOf(pid) - base.descriptors} descriptors`
      if (isLow && isQuick && isClosed && lost.length === 0) return at - from
    }
    return Infinity
  }

  async #cut(): Promise<Cut> {
    const heard = once(this.#good, 'message')
    this.#good.send('cut')
    const [told] = (await heard) as [Told & { cut: Cut }]
    return told.cut
  }
}
