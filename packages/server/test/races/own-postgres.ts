import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'

const run = promisify(execFile)
const LIB = '/usr/lib/postgresql'

/** The folder of the Postgres server's programs; undefined when this machine has none. */
export function findBinaries(): string | undefined {
  if (!existsSync(LIB)) return undefined
  const versions = readdirSync(LIB).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(LIB, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/**
 * A Postgres server that only this test uses and may stop and freeze, with the settings that Postgres has when nobody changed them.
 * Postgres does not run as root.
 */
export async function startOwnPostgres(bin: string, { sharedBuffers = '16MB', maxConnections = 100 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    const uid = Number((await run('id', ['-u', 'postgres'])).stdout)
    chownSync(folder, uid, uid)
  }
  const as = (program: string, ...args: string[]) =>
    isRoot
      ? run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(bin, program), ...args], {
          cwd: '/',
        })
      : run(join(bin, program), args, { cwd: '/' })
  await as('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8')
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c shared_buffers=${sharedBuffers} -c max_connections=${maxConnections}`
  /** Resolves when it accepts connections. */
  const start = () => as('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options)
  await start()
  /** The postmaster and its child processes. */
  const processes = (): number[] => {
    const master = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(/\s+/)
    return [master, ...children.flatMap((pid) => (pid ? [Number(pid)] : []))]
  }
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of processes())
      try {
        process.kill(pid, name)
      } catch {
        // It has ended meanwhile.
      }
  }
  return {
    databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop: (mode: 'fast' | 'immediate') => as('pg_ctl', 'stop', '-w', '-D', data, '-m', mode),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async drop() {
      await as('pg_ctl', 'stop', '-w', '-D', data, '-m', 'immediate').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
