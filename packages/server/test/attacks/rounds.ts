import { tokenOf } from '../test-server.ts'
import { FORMS, type Attack, type Form } from './attack.ts'
import { AGENT_FRAME_ROWS, FRAME_ROWS, freshSecret, helloOf, SOCKET, type FrameRow } from './frame-rows.ts'
import { FURTHER_ROWS, MAL } from './further-rows.ts'
import { ROUTE_ROWS, type RouteRow } from './route-rows.ts'
import { toRequest, toTextFrame, toUpgrade } from './wire.ts'
import { ADDRESS, NETWORK, type World } from './surroundings.ts'

/** Attacks that run at once, between a calm time and a time to rest. */
export interface Round {
  title: string
  attacks: (world: World) => Attack[]
  /** How long (ms). */
  ms: number
  /** The attacker sends once, and stays: at the end of this time the server has let all of it go. */
  stays?: true
  /** From many addresses of one network. */
  wide?: true
}

/**
 * How much of each form one attacker sends. Bounded, so that on a machine of two processors it is the server that is
 * measured, and not the attacker beside it: the attacker runs at the lowest priority, and this is what it manages
 * without a processor of its own.
 */
const REQUESTS: Readonly<Record<Form, { connections: number; rate: number; depth: number }>> = {
  flood: { connections: 100, rate: 2000, depth: 0 },
  pipelined: { connections: 10, rate: 0, depth: 2000 },
  unread: { connections: 200, rate: 0, depth: 50 },
  half: { connections: 500, rate: 0, depth: 0 },
  slow: { connections: 200, rate: 0, depth: 0 },
  fresh: { connections: 100, rate: 200, depth: 0 },
}
/** Of answers that are large: 500 connections, each with one or a few. */
const LARGE: typeof REQUESTS = {
  ...REQUESTS,
  flood: { connections: 50, rate: 50, depth: 0 },
  pipelined: { connections: 10, rate: 0, depth: 1000 },
  unread: { connections: 500, rate: 0, depth: 2 },
}
/** Of frames: no socket says more than it may for itself (20 a second), since one that does is closed. */
const FRAMES: typeof REQUESTS = {
  flood: { connections: 300, rate: 3000, depth: 0 },
  pipelined: { connections: 100, rate: 0, depth: 19 },
  unread: { connections: 1000, rate: 0, depth: 19 },
  half: { connections: 500, rate: 0, depth: 0 },
  slow: { connections: 200, rate: 0, depth: 0 },
  fresh: { connections: 100, rate: 200, depth: 0 },
}
/** Prebuilt variants of one frame. */
const VARIANTS = 64
const SOCKETS: readonly Form[] = ['flood', 'unread', 'half']
const SHORT = 3000

const one = [ADDRESS]

export function onRoutes(rows: readonly RouteRow[], form: Form, world: World, from: readonly string[] = one): Attack[] {
  const toAttack = (some: readonly RouteRow[], shape: typeof REQUESTS): Attack[] => {
    const sends = some.filter(({ forms }) => forms.includes(form)).flatMap((row) => row.requests(world).map(toRequest))
    return sends.length > 0 ? [{ form, from, sends, ...shape[form] }] : []
  }
  return [
    ...toAttack(
      rows.filter(({ large }) => !large),
      REQUESTS,
    ),
    ...toAttack(
      rows.filter(({ large }) => large),
      LARGE,
    ),
  ]
}

/** `secrets`: one for all sockets, or a fresh one for each. */
export function onFrames(
  rows: readonly FrameRow[],
  form: Form,
  world: World,
  { secrets = 'one', from = one }: { secrets?: 'one' | 'fresh'; from?: readonly string[] } = {},
): Attack[] {
  const sends = Array.from({ length: VARIANTS }, (_, k) => toTextFrame(rows[k % rows.length]!.make(k, world)))
  const greetings =
    secrets === 'one'
      ? [toTextFrame(helloOf(world.secret))]
      : Array.from({ length: 1000 }, (_, i) => toTextFrame(helloOf(freshSecret(i))))
  return [{ form, from, upgrade: toUpgrade(SOCKET), greetings, sends, ...FRAMES[form] }]
}

export function onAgentFrames(rows: readonly FrameRow[], form: Form, world: World): Attack[] {
  const sends = Array.from({ length: VARIANTS }, (_, k) => toTextFrame(rows[k % rows.length]!.make(k, world)))
  const upgrade = toUpgrade('/api/socket', { Authorization: `Bearer ${tokenOf(MAL)}` })
  // As many as one agent may have, each a little below what it may say. The agents whose times are measured are others.
  return [{ form, from: one, upgrade, sends, connections: 45, rate: 1200, depth: 25 }]
}

const values = <T>(rows: Readonly<Record<string, T>>, isWanted: (name: string) => boolean = () => true): T[] =>
  Object.entries(rows).flatMap(([name, row]) => (isWanted(name) ? [row] : []))
const isGet = (name: string) => name.startsWith('GET')
const own = () => values(ROUTE_ROWS).filter(({ like }) => like === undefined)
const gets = () => values(ROUTE_ROWS, isGet).filter(({ like }) => like === undefined)
const LARGE_ROUTES = ['GET /api', 'GET /api/openapi.json', 'GET /assets/*', 'GET /widget/assets/:name', 'GET /files/*']
const large = () => values(ROUTE_ROWS, (name) => LARGE_ROUTES.includes(name))
const others = () => values(ROUTE_ROWS, (name) => !isGet(name))
const frames = (...names: string[]) => names.map((name) => FRAME_ROWS[name]!)
/** Frames without an id, which are not answered. */
const SIGNS = ['identify', 'page', 'got', 'because', 'ping', 'number']
const further = (isWanted?: (name: string) => boolean) => values(FURTHER_ROWS, isWanted)

/** Connections that are opened once, and then neither read nor write. */
const idle = (world: World): Attack[] =>
  [
    ...onRoutes(own(), 'unread', world),
    ...onRoutes(own(), 'half', world),
    ...onFrames(frames('history'), 'half', world, { secrets: 'fresh' }),
    ...FURTHER_ROWS['bodies that are promised and never come']!(world),
  ].map((attack) => ({ ...attack, connections: Math.min(200, attack.connections), once: true }))

/** A share of an attack, where many run at once. */
const share = (attacks: Attack[], of: number): Attack[] =>
  attacks.map((attack) => ({
    ...attack,
    connections: Math.max(1, Math.ceil(attack.connections / of)),
    rate: attack.rate / of,
  }))

const everything = (from: readonly string[]) => (world: World) => [
  ...share(
    FORMS.flatMap((form) => onRoutes(own(), form, world, from)),
    3,
  ),
  ...share(
    SOCKETS.flatMap((form) => onFrames(values(FRAME_ROWS), form, world, { from })),
    3,
  ),
  ...share(onFrames(frames('typing'), 'flood', world, { from }), 3),
  ...share(onFrames(frames('hello'), 'flood', world, { secrets: 'fresh', from }), 3),
]

/** What `npm test` runs: rows in groups. */
export const shortRounds = (): Round[] => {
  const round = (title: string, attacks: Round['attacks']): Round => ({ title, attacks, ms: SHORT })
  return [
    round('hello and history from one secret', (world) => onFrames(frames('hello', 'history'), 'flood', world)),
    round('typing from one secret', (world) => onFrames(frames('typing'), 'flood', world)),
    round('all other frames, one secret and fresh ones', (world) => [
      ...share(onFrames(frames(...SIGNS), 'flood', world), 2),
      ...share(
        onFrames(
          values(FRAME_ROWS, (name) => !SIGNS.includes(name)),
          'flood',
          world,
          { secrets: 'fresh' },
        ),
        2,
      ),
    ]),
    round('frames unread and half-sent', (world) => [
      ...onFrames(frames('hello', 'history', 'ping'), 'unread', world),
      ...share(onFrames(frames('typing'), 'half', world), 2),
    ]),
    round('open GETs, flood and fresh connections', (world) => [
      ...onRoutes(gets(), 'flood', world),
      ...onRoutes(gets(), 'fresh', world),
    ]),
    round('large documents and files, pipelined', (world) => onRoutes(large(), 'pipelined', world)),
    round('all open GETs, pipelined', (world) => onRoutes(gets(), 'pipelined', world)),
    round('open GETs, unread', (world) => onRoutes(gets(), 'unread', world)),
    round('everything half-sent and slow', (world) => [
      ...onRoutes(own(), 'half', world),
      ...onRoutes(own(), 'slow', world),
    ]),
    round('what is not GET: flood and pipelined', (world) => [
      ...onRoutes(others(), 'flood', world),
      ...share(onRoutes(others(), 'pipelined', world), 2),
    ]),
    round('agent frames', (world) => onAgentFrames(values(AGENT_FRAME_ROWS), 'flood', world)),
    round('between sockets', (world) =>
      share(
        further().flatMap((make) => make(world)),
        2,
      ),
    ),
    round('all of them together', everything(one)),
  ]
}

/** Each row by itself, then each form over all rows, then everything from one address and from its network. */
export const fullRounds = (): Round[] => {
  const ms = 7000
  return [
    ...Object.entries(FRAME_ROWS).flatMap(([name, row]): Round[] => [
      { title: `frame ${name}, one secret`, ms, attacks: (world) => onFrames([row], 'flood', world) },
      {
        title: `frame ${name}, fresh secrets, unread`,
        ms,
        attacks: (world) => onFrames([row], 'unread', world, { secrets: 'fresh' }),
      },
    ]),
    { title: 'frames, half-sent', ms, attacks: (world) => onFrames(values(FRAME_ROWS), 'half', world) },
    ...Object.entries(AGENT_FRAME_ROWS).map(([name, row]): Round => {
      return { title: `agent frame ${name}`, ms, attacks: (world) => onAgentFrames([row], 'flood', world) }
    }),
    ...Object.entries(ROUTE_ROWS).flatMap(([name, row]): Round[] => {
      if (row.like !== undefined) return []
      return row.forms
        .filter((form) => form !== 'half' && form !== 'slow')
        .map((form) => ({ title: `${name}, ${form}`, ms, attacks: (world) => onRoutes([row], form, world) }))
    }),
    ...FORMS.map((form): Round => {
      return { title: `all routes, ${form}`, ms, attacks: (world) => onRoutes(values(ROUTE_ROWS), form, world) }
    }),
    ...Object.entries(FURTHER_ROWS).map(([title, attacks]): Round => ({ title, ms, attacks })),
    { title: 'connections that are left alone for 80 s', ms: 80_000, attacks: idle, stays: true },
    { title: 'all of them together, one address', ms: 10_000, attacks: everything(one) },
    { title: 'all of them together, its network', ms: 10_000, attacks: everything(NETWORK), wide: true },
  ]
}
