import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const WANTED = process.env['TEST_NATS_URL'] ?? 'nats://127.0.0.1:4222'

async function answers(port: number, host = '127.0.0.1'): Promise<boolean> {
  const probe = connect(port, host)
  try {
    await Promise.race([once(probe, 'data'), once(probe, 'error').then(() => Promise.reject(new Error('refused')))])
    return true
  } catch {
    return false
  } finally {
    probe.destroy()
  }
}

/** The URL of a NATS server for tests: TEST_NATS_URL, or one on this machine. Undefined when there is none. */
export async function findNats(): Promise<string | undefined> {
  const { hostname, port } = new URL(WANTED)
  return (await answers(Number(port || 4222), hostname)) ? WANTED : undefined
}

/** The reason why tests with NATS are skipped; false when they are not. */
export async function withoutNats(): Promise<string | false> {
  if (!process.env['TEST_DATABASE_URL']) return 'needs TEST_DATABASE_URL'
  return (await findNats()) ? false : 'needs TEST_NATS_URL, or NATS at 127.0.0.1:4222'
}

const PROGRAM = ['nats-server', '/usr/sbin/nats-server'].find(
  (path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0,
)

/** Whether this machine can start NATS servers. */
export const canStartNats = PROGRAM !== undefined

/** Starts a NATS server that the test stops, on a free port or a given one. */
export async function startNats(args: readonly string[] = [], port?: number) {
  if (!PROGRAM) throw new Error('there is no nats-server on this machine')
  const at = port ?? (await freePort())
  const child = spawn(PROGRAM, ['-a', '127.0.0.1', '-p', String(at), ...args], { stdio: 'ignore' })
  while (!(await answers(at))) await pause(20)
  return {
    port: at,
    url: `nats://127.0.0.1:${at}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
