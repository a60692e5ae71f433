import type { FastifyInstance } from 'fastify'
import type { HttpServices } from '../../platform/http/services.ts'
import { warning } from '../../platform/log.ts'
import type { Services } from '../../services.ts'
import type { FindCaller } from '../callers.ts'
import { makeAddresses } from './addresses.ts'
import { callbackRoutes } from './callbacks.ts'
import { makeChecks } from './checks.ts'
import { makeDriver } from './driver.ts'
import { makeTakeIncoming } from './incoming.ts'
import { makeLegRows } from './leg-rows.ts'
import { makeLines } from './lines.ts'
import type { Providers } from './providers.ts'
import { makeRecordings } from './recordings.ts'
import { makeSteps } from './steps.ts'

type Needs = Pick<
  Services,
  'callCommit' | 'callEvents' | 'clock' | 'config' | 'db' | 'directory' | 'files' | 'ids' | 'log' | 'rates'
> & { readonly providers: Providers; readonly findCaller: FindCaller }

/** The carrier of accounts with a hosted provider. */
export function makeTwilio(needs: Needs) {
  const { config, db, log, providers } = needs
  const addresses = makeAddresses(config.publicUrl)
  const rows = makeLegRows(db)
  const shared = { ...needs, addresses, rows, rest: providers.rest }
  const lines = makeLines(shared)
  const recordings = makeRecordings(shared)
  const onError = warning(log, 'a call over a provider failed; the server tries again')
  const driver = makeDriver({ ...shared, lines, recordings, onError })
  const checks = makeChecks({ ...shared, driver, lines, onError })
  const steps = makeSteps({ ...shared, checks, driver, lines })
  const counts = { forged: 0, refused: 0 }
  const takeIncoming = makeTakeIncoming({ ...shared, driver, lines, steps, onRefused: () => counts.refused++ })
  return {
    addresses,
    counts,
    onErased: driver.onErased,
    routes(app: FastifyInstance, { deadline }: Pick<HttpServices, 'deadline'>): void {
      callbackRoutes(app, { ...needs, deadline, steps, takeIncoming, onForged: () => counts.forged++ })
    },
    jobs: [providers, driver, checks].map(({ start }) => ({ start })),
  }
}
