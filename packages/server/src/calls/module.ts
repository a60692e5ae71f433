import type { AgentsForCall } from '../conversation/calls/agents-for-call.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { makeDriver } from './carry/driver.ts'
import { callData } from './erase.ts'
import { makeEngineKeeper } from './media/keeper.ts'
import { makeCallPages } from './pages.ts'
import { makeRings } from './rings.ts'
import { callRoutes } from './routes.ts'
import { callSettingsRoutes } from './settings-routes.ts'
import { makeTrunks } from './trunks/trunks.ts'
import { makeVisitorCalls } from './visitor-calls.ts'

type Needs = Pick<
  Services,
  | ('availability' | 'callCommit' | 'callEvents' | 'clock' | 'config' | 'db' | 'directory')
  | ('files' | 'ids' | 'keys' | 'links' | 'log' | 'presence')
> & { readonly agentsForCall: AgentsForCall }

/** Calls between visitors and agents (C16, C17). */
export function calls(needs: Needs): Module {
  const { log, config } = needs
  const onError = (what: string) => warning(log, what)
  const pages = makeCallPages({ ...needs, onError: onError('the pages of calls could not be noted') })
  const rings = makeRings({
    ...{ ...needs, pages },
    onError: onError('a call could not be looked at; the server tries again'),
  })
  const keeper = makeEngineKeeper({ ...needs, ...config })
  const trunks = makeTrunks({ ...needs, onError: onError('a trunk failed; the server tries again') })
  const driver = makeDriver({ ...needs, trunks, keeper, onError: onError('a call to a telephone failed') })
  return {
    name: 'calls',
    visitorCalls: makeVisitorCalls({ ...needs, pages, driver }),
    agentRoutes(api) {
      callRoutes(api, needs)
      callSettingsRoutes(api, { ...needs, trunks, keeper })
    },
    personalData: { calls: callData },
    subscriptions: [{ onErased: ({ account }) => driver.onErased(account) }],
    jobs: [{ start: rings.start }, { start: pages.start }, { start: trunks.start }, { start: driver.start }],
    gauges: [
      {
        name: 'deskbell_calls_carried',
        help: 'Calls to telephones that this process carries',
        read: () => driver.count,
      },
    ],
    close: keeper.close,
  }
}
