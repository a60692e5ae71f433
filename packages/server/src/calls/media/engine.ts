import { spawn, type ChildProcess } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve as resolvePath } from 'node:path'
import type { Ids } from '../../platform/ids.ts'
import { connectNg, EngineFailed, type Ng } from './ng.ts'

/** How often it is asked after its start, until it answers. */
const ASKED = 3
/** The shell found no such program. */
const NOT_FOUND = 127
/** ms. */
const STOP_WITHIN = 3000
/** The end of its log that is told when it stops. */
const LOG_KEPT = 2000

/** The keys of the events of RFC 4733. */
const KEYS = '0123456789*#ABCD'

export interface EngineOptions {
  /** The program, such as `rtpengine`. */
  readonly program: string
  /** The address at which phones and browsers send sound, and the one that they are told, if that is another one. */
  readonly address: string
  readonly advertised?: string
  /** UDP ports for sound, two for each side of a call. */
  readonly ports: readonly [least: number, most: number]
  /** For captures, in `pcaps`, and the number of the process. */
  readonly folder: string
  readonly ids: Ids
  /** A phone pressed a key. */
  readonly onKey: (key: PressedKey) => void
  /** It has stopped without being told to. */
  readonly onStopped: (why: string) => void
}

export interface PressedKey {
  /** The id of the call, as it was given. */
  readonly call: string
  /** Of the side that pressed it. */
  readonly tag: string
  readonly key: string
}

/** rtpengine, which carries, records and mixes the sound of calls. */
export interface Engine extends Pick<Ng, 'ask'> {
  readonly pid: number
  /** Ends its calls, and then the engine. */
  stop(): Promise<void>
}

/**
 * Starts rtpengine without rights of its own: no module of the kernel, its control on loopback. An engine that an earlier process of
 * the server left behind is ended first. Rejects with EngineFailed when the program is missing or does not start.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { program, ids, onKey, onStopped } = options
  const folder = resolvePath(options.folder)
  await mkdir(folder, { recursive: true })
  const pidFile = join(folder, 'pid')
  await endLeftBehind(pidFile, folder)
  const keys = await listen(onKey)
  const control = await freePort()
  // Where it crashes it writes no image of its memory, which has voices in it.
  const given = argumentsOf({ ...options, folder }, control, keys.address().port)
  const child = spawn('sh', ['-c', 'ulimit -c 0; exec "$@"', 'sh', program, ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (log = (log + bytes.toString()).slice(-LOG_KEPT)))
  let isStopping = false
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('exit', (code, signal) =>
      resolve(code === NOT_FOUND ? `${program} is not installed` : `it ended with ${signal ?? code}: ${log.trim()}`),
    )
  })
  const ng = await connectNg({ port: control, ids })
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    ng.close()
    keys.close()
  }
  try {
    await isThere(ng, ended)
    await writeFile(pidFile, String(child.pid))
  } catch (error) {
    isStopping = true
    child.kill('SIGKILL')
    close()
    throw error
  }
  void ended.then((why) => {
    if (isStopping) return
    close()
    onStopped(why)
  })
  return {
    pid: child.pid ?? 0,
    ask: ng.ask,
    async stop() {
      isStopping = true
      await endCalls(ng)
      await end(child, ended)
      close()
      await rm(pidFile, { force: true })
    },
  }
}

const argumentsOf = (
  { address, advertised, ports: [least, most], folder }: EngineOptions,
  control: number,
  keys: number,
): string[] => [
  // Not the file of Debian's package, whose ports belong to its own service.
  '--config-file=none',
  ...['--foreground', '--log-stderr', '--log-level=4', '--table=-1', '--num-threads=2'],
  `--interface=${address}${advertised === undefined ? '' : `!${advertised}`}`,
  `--listen-ng=127.0.0.1:${control}`,
  `--dtmf-log-dest=127.0.0.1:${keys}`,
  ...[`--port-min=${least}`, `--port-max=${most}`],
  ...[`--recording-dir=${folder}`, '--recording-method=pcap', '--recording-format=raw'],
  // A call whose sides are both silent on the network is over after a minute. What is deleted is gone at once.
  // Where a side is, is learned from its first packets, and those from where it said that it is come first. Others are refused.
  '--endpoint-learning=heuristic',
  ...['--timeout=60', '--silent-timeout=3600', '--delete-delay=0'],
]

async function isThere(ng: Ng, ended: Promise<string>): Promise<void> {
  const failed = ended.then((why) => {
    throw new EngineFailed(`rtpengine did not start: ${why}`)
  })
  failed.catch(() => {})
  for (let n = 1; ; n++)
    try {
      await Promise.race([ng.ask('ping'), failed])
      return
    } catch (error) {
      const isOver = error instanceof Error && error.message.includes('did not start')
      if (isOver || n === ASKED) throw error
    }
}

/** It crashes when it is ended in a call that it records. */
async function endCalls(ng: Ng): Promise<void> {
  const list = await ng.ask('list', { limit: 10_000 }).catch(() => undefined)
  const calls = Array.isArray(list?.['calls']) ? list['calls'] : []
  await Promise.allSettled(calls.map((call) => ng.ask('delete', { 'call-id': call })))
}

async function end(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN)
  await ended
  clearTimeout(timer)
}

/** Ends an engine whose server was killed: by its number, if that is still an engine with this folder. */
async function endLeftBehind(pidFile: string, folder: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 1) return
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (!command.split('\0').includes(`--recording-dir=${folder}`)) return
  process.kill(pid, 'SIGKILL')
}

async function listen(onKey: EngineOptions['onKey']): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.on('message', (bytes) => {
    const pressed = toPressedKey(bytes.toString())
    if (pressed) onKey(pressed)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

function toPressedKey(text: string): PressedKey | undefined {
  try {
    const { callid, source_tag: tag, event } = JSON.parse(text) as Record<string, unknown>
    const code = Number(event)
    return Number.isInteger(code) ? { call: String(callid), tag: String(tag), key: KEYS[code] ?? '' } : undefined
  } catch {
    return undefined
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
