import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ServerProcess, type ServerOptions } from '../../checker/server-process.ts'
import { freePort } from '../../free-port.ts'

/** One server process, or two on one database of which one routes. */
export interface Desk {
  /** Of a process that is up. */
  readonly url: string
  /** Resolves when a process is up. */
  readonly up: Promise<void>
  readonly deaths: string[]
  /** Begins with one process. */
  start(): Promise<void>
  /** Starts the other process, when the first one routes. */
  complete(): Promise<void>
  /** Kills the process that routes, and starts it again. */
  strike(): Promise<void>
  close(): Promise<void>
}

export async function oneProcess(options: ServerOptions): Promise<Desk> {
  const server = new ServerProcess(options, await freePort())
  return {
    url: server.url,
    get up() {
      return server.up
    },
    deaths: server.deaths,
    start: () => server.start(),
    complete: async () => {},
    async strike() {
      await server.kill()
      await server.start()
    },
    close: () => server.close(),
  }
}

export async function twoProcesses(options: ServerOptions): Promise<Desk> {
  const servers = [new ServerProcess(options, await freePort()), new ServerProcess(options, await freePort())] as const
  const rows = new pg.Client(options.place.databaseUrl)
  await rows.connect()
  const down = new Set<ServerProcess>(servers)
  let asked = 0
  let router = 0
  const holderOfLease = async (): Promise<string | undefined> => {
    const found = await rows.query<{ holder: string }>('select holder from routing_lease where until > now()')
    return found.rows[0]?.holder
  }
  async function start(server: ServerProcess): Promise<void> {
    await server.start()
    down.delete(server)
  }
  /** Waits until another process than `holder` has the lease. */
  async function routed(holder?: string): Promise<void> {
    for (const began = Date.now(); ; await pause(50)) {
      const found = await holderOfLease()
      if (found !== undefined && found !== holder) return
      if (Date.now() - began > 60_000) throw new Error('no process has the lease')
    }
  }
  return {
    get url() {
      const up = servers.filter((one) => !down.has(one))
      return (up[asked++ % up.length] ?? servers[0]).url
    },
    get up() {
      return Promise.race(servers.map((one) => one.up))
    },
    get deaths() {
      return servers.flatMap(({ deaths }) => deaths)
    },
    start: () => start(servers[0]),
    async complete() {
      await routed()
      await start(servers[1])
    },
    async strike() {
      const [holder, victim] = [await holderOfLease(), servers[router]!]
      down.add(victim)
      await victim.kill()
      // The killed process starts when the other one routes, so that it is known which one does.
      await routed(holder)
      router = 1 - router
      await start(victim)
    },
    async close() {
      await Promise.all(servers.map((one) => one.close()))
      await rows.end()
    },
  }
}
