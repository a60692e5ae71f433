import { openHttp } from './http.ts'
import { closeInOrder } from './platform/http/closing.ts'
import { makeDraining, type Draining } from './platform/http/draining.ts'
import { ConfigError, NODE_LEAST, readConfig, type Config } from './platform/config.ts'
import { compose, type Server } from './compose.ts'
import { Invalid } from './platform/errors.ts'
import { makeLog } from './platform/log.ts'
import { giveBack, giveBackWhenCalm } from './platform/memory.ts'
import { serveMetrics } from './platform/metrics.ts'
import { version } from './platform/version.ts'
import { realClock } from './platform/clock.ts'
import { realIds } from './platform/ids.ts'

/** Why the server cannot listen on a port, and what the operator can do. */
const LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Stop it, or set PORT (or METRICS_PORT) to another number.',
  EACCES: 'Deskbell lacks the permission. Set PORT (or METRICS_PORT) to a number above 1023.',
  EADDRNOTAVAIL: 'this machine does not have the address. Set HOST to one that it has, or to 0.0.0.0 for all.',
}

/** How long a process that is not alone goes on after the signal to end, and how long it takes to end at most (ms). */
const DRAIN = 4000
const CLOSE_WITHIN = 9800

const log = makeLog()

// The state in memory is unknown after an uncaught exception. Acknowledged data is on disk, and the next start
// continues from it.
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught exception; Deskbell exits. Start it again, and please report this.')
  process.exit(1)
})

try {
  if (Number(process.versions.node.split('.')[0]) < NODE_LEAST)
    throw new ConfigError(
      `Deskbell needs Node ${NODE_LEAST}; this is ${process.versions.node}. Start it with: npm start`,
    )
  // The set-up runs this, so that Node has compiled all files before the first start.
  if (process.argv.includes('--version')) process.stdout.write(`Deskbell ${version}\n`)
  else await start()
} catch (error) {
  // A mistake that the operator can correct is printed as one sentence; any other error is logged with its stack.
  if (error instanceof ConfigError || error instanceof Invalid || isSentence(error))
    process.stderr.write(`${error.message}\n`)
  else log.fatal({ err: error }, 'Deskbell could not start')
  process.exitCode = 1
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  // Frees memory that only loading needed. Not with the embedded database running: its compiled code would be freed
  // too, and compiling it again takes 500 MB.
  if (config.databaseUrl === undefined) giveBack()
  const server = await compose(config, {
    clock: realClock,
    ids: realIds,
    log,
    onFatal(error) {
      log.fatal(
        { err: error },
        'the embedded database has crashed; acknowledged data is on disk. Start Deskbell again.',
      )
      process.exit(1)
    },
  })
  const draining = makeDraining()
  const { app, metrics } = await listen(config, server, draining).catch(async (error: unknown) => {
    // A server that cannot listen must not deliver messages, nor keep the embedded database open.
    await server.close()
    throw error
  })
  giveBack()
  giveBackWhenCalm(realClock)
  log.info(
    {
      version,
      url: config.publicUrl,
      host: config.host,
      port: config.port,
      database: server.db.kind,
      pid: process.pid,
    },
    'Deskbell is listening',
  )
  process.stdout.write(`\n${server.welcome.join('\n')}\n\n`)

  let closing = false
  const close = (signal: string) => {
    // The terminal sends Ctrl-C to this process, and npm passes it on a second time.
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    // Where other processes are, agents and visitors go to them first.
    const isAlone = server.processes.living().length === 1
    const drained = isAlone ? Promise.resolve() : draining.begin(DRAIN)
    void drained
      .then(() => {
        metrics?.close()
        return closeInOrder({
          http: () => app.close(),
          server: () => server.close(),
          onFault: (error, message) => log.error({ err: error }, message),
          ...(!isAlone && { allWithin: CLOSE_WITHIN - DRAIN }),
        })
      })
      .then((closed) => process.exit(closed ? 0 : 1))
  }
  process.on('SIGTERM', () => close('SIGTERM'))
  process.on('SIGINT', () => close('SIGINT'))
}

/** Listens for HTTP, and on the port of the metrics when one is set. */
async function listen(config: Config, server: Server, draining: Draining) {
  const app = await openHttp(server, draining)
  const { host, port, metricsPort } = config
  const at = async <T>(wanted: number, listening: Promise<T>): Promise<T> => {
    try {
      return await listening
    } catch (error) {
      await app.close()
      const why = error instanceof Error && 'code' in error ? LISTEN[String(error.code)] : undefined
      throw why === undefined ? error : new ConfigError(`Cannot listen on ${host}:${wanted}: ${why}`)
    }
  }
  await at(port, app.listen({ host, port }))
  const metrics =
    metricsPort === undefined
      ? undefined
      : await at(metricsPort, serveMetrics(server.metrics, { clock: realClock, host, port: metricsPort, log }))
  return { app, metrics }
}

/** Whether an error has the mark of messages for the operator. */
function isSentence(error: unknown): error is Error {
  return error instanceof Error && 'forOperator' in error
}
