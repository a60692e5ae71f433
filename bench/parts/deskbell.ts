import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Setup } from '@deskbell/protocol/setup'
import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import { freePort } from '../../packages/server/test/free-port.ts'
import { makeDatabase, type Database } from './database.ts'

/** A real server in a separate process, with limits disabled. */
export interface Deskbell {
  readonly host: '127.0.0.1'
  readonly port: number
  readonly pid: number
  readonly database: Database | undefined
  /** Memory of the process (bytes): now, and the maximum so far. */
  memory(): { now: number; peak: number }
  stop(): Promise<void>
}

export interface DeskbellOptions {
  readonly kind: 'embedded' | 'server'
  /** The server URL of each channel; default: one channel without one. */
  readonly serverUrls?: readonly string[]
  /** The provider of each channel's bot; default: no bots. */
  readonly providerUrls?: readonly string[]
  /** Webhooks that receive all events; default: none. */
  readonly webhookUrls?: readonly string[]
  /** Agents of each channel besides the owner; default: none. Their tokens: `agentToken`. */
  readonly agentsEach?: number
  /** Adds a widget to the channels. */
  readonly widget?: boolean
  /** Flags for node, for example for a profile of the server. */
  readonly flags?: readonly string[]
  /** An existing, filled database; it is dropped at the end too. */
  readonly database?: Database
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>
}

export const PASSWORD = 'correct horse battery'
export const TOKEN = 'deskbell_bench0123456789abcdef'
export const WIDGET_ID = 'Wd3tEf6hIj'
const RANDOM = '0123456789abcdefghijKLMNOPQRSTUV'
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
const START_WITHIN = 60_000
const END_WITHIN = 15_000

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** The path of a channel's address, by its index in `serverUrls`. */
export const channelPath = (place = 0): string => `/${RANDOM}/${publicId(place)}`

/** The path that a channel's bot provider posts to. */
export const botPath = (place: number): string => `/bot/webhooks/bench/a-provider-token-${place}`

/** The token of an agent of a channel. */
export const agentToken = (channel: number, agent: number): string =>
  `deskbell_agent${String(channel).padStart(4, '0')}${String(agent).padStart(4, '0')}bench`

const publicId = (place: number) => `Bench${String(place).padStart(5, '0')}`

export async function startDeskbell(options: DeskbellOptions): Promise<Deskbell> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-bench-'))
  const database = options.kind === 'server' ? (options.database ?? (await makeDatabase())) : undefined
  const port = await freePort()
  writeFileSync(join(folder, 'setup.json'), JSON.stringify(setupOf(options)))
  // Like `npm start` without npm's own steps. With as many sockets as the machine allows.
  const child = spawn('sh', ['-c', `ulimit -n $(ulimit -Hn); ${root.scripts.start}`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      NODE_OPTIONS: (options.flags ?? []).join(' '),
      HOST: '127.0.0.1',
      PORT: String(port),
      // All clients have one address.
      CONNECTIONS_PER_ADDRESS: '0',
      CONNECTIONS_PER_NETWORK: '0',
      DATA_DIR: join(folder, 'data'),
      SETUP_FILE: join(folder, 'setup.json'),
      ALLOW_TARGETS: '127.0.0.0/8',
      // All visitors of a benchmark come from this machine.
      SOCKETS_PER_ADDRESS: '0',
      SOCKETS_PER_NETWORK: '0',
      ...(database && { DATABASE_URL: database.url }),
      ...options.env,
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // An aborted run leaves no server and no folder behind.
  const drop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', drop)
  const stop = async () => {
    child.kill('SIGTERM')
    const hurry = setTimeout(() => child.kill('SIGKILL'), END_WITHIN)
    await ended
    clearTimeout(hurry)
    await database?.drop()
    process.off('exit', drop)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      const slow = setTimeout(() => reject(new Error('the server did not start in time')), START_WITHIN)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
      let heard = ''
      child.stdout.on('data', (part: Buffer) => {
        if (heard.length > 100_000) return
        heard += part.toString()
        if (!heard.includes('Deskbell is listening')) return
        clearTimeout(slow)
        heard = ' '.repeat(100_001)
        resolve()
      })
    })
  } catch (error) {
    await stop()
    throw error
  }
  const pid = child.pid ?? 0
  return { host: '127.0.0.1', port, pid, database, memory: () => memoryOf(pid), stop }
}

function setupOf({
  widget = false,
  webhookUrls = [],
  providerUrls = [],
  serverUrls = providerUrls.map(() => ''),
  agentsEach = 0,
}: DeskbellOptions): Setup {
  const channels = serverUrls.length > 0 ? serverUrls : ['']
  const email = 'ann@bench.test'
  const emailOf = (channel: number, agent: number) => `agent-${channel}-${agent}@bench.test`
  const places = Array.from({ length: agentsEach }, (_, agent) => agent)
  const limits = Object.fromEntries((Object.keys(RATE_LIMITS) as RateLimitName[]).map((name) => [name, 0]))
  return {
    account: { name: 'Bench' },
    agents: [
      { email, name: 'Ann', password: PASSWORD, role: 'owner', apiToken: TOKEN },
      ...channels.flatMap((_url, channel) =>
        places.map((agent) => ({
          email: emailOf(channel, agent),
          name: `Agent ${channel} ${agent}`,
          role: 'agent' as const,
          apiToken: agentToken(channel, agent),
        })),
      ),
    ],
    channels: [
      ...(widget ? [{ kind: 'widget' as const, name: 'Site', publicId: WIDGET_ID, agents: [email] }] : []),
      ...channels.map((serverUrl, place) => ({
        kind: 'api' as const,
        name: `Channel ${place}`,
        publicId: publicId(place),
        random: RANDOM,
        agents: [email, ...places.map((agent) => emailOf(place, agent))],
        ...(serverUrl !== '' && { serverUrl }),
      })),
    ],
    bots: providerUrls.map((url, place) => ({
      name: `Bot ${place}`,
      providerId: 'bench',
      providerUrl: `${url}/hook`,
      token: `a-provider-token-${place}`,
      channels: [`Channel ${place}`],
    })),
    ...(webhookUrls.length > 0 && { webhooks: webhookUrls.map((url) => ({ url })) }),
    settings: { limits },
  }
}

function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
}
