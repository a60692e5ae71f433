import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { soon } from '../channels/widget/soon.ts'

/** Of Debian's user `nobody`: pgbouncer refuses to run as root. */
const NOBODY = 65_534

export interface Pgbouncer {
  /** Leads over it to the database. */
  readonly databaseUrl: string
  close(): Promise<void>
}

/** pgbouncer in front of one database. */
export async function startPgbouncer(databaseUrl: string, mode: 'session' | 'transaction'): Promise<Pgbouncer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-pgbouncer-'))
  const { hostname, port: at, username, password, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const login = [
    `user=${decodeURIComponent(username)}`,
    ...(password ? [`password=${decodeURIComponent(password)}`] : []),
  ]
  const settings = [
    '[databases]',
    `${name} = host=${hostname} port=${at || 5432} dbname=${name} ${login.join(' ')}`,
    ...['[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...[`pool_mode = ${mode}`, 'default_pool_size = 40'],
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${settings.join('\n')}\n`)
  chmodSync(folder, 0o755)
  const own = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'], ...own })
  let said = ''
  child.stderr.on('data', (bytes) => (said += String(bytes)))
  const ended = once(child, 'exit')
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
  await soon(async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer has ended: ${said}`)
    return answers()
  })
  return {
    databaseUrl: `postgres://${username}@127.0.0.1:${port}/${name}`,
    async close() {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
