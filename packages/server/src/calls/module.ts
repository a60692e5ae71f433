import type { AgentsForCall } from '../conversation/calls/agents-for-call.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { callSettingsOf } from '../settings/call-times.ts'
import { makeCarriers } from './carriers.ts'
import { makeFindCaller } from './callers.ts'
import { makeIncoming } from './carry/incoming.ts'
import { makeDriver } from './carry/driver.ts'
import { callData } from './erase.ts'
import { gaugesOf } from './gauges.ts'
import { makeEngineKeeper } from './media/keeper.ts'
import { makePrompts } from './media/prompts.ts'
import { outgoingCallRoutes } from './outgoing.ts'
import { makeCallPages } from './pages.ts'
import { makeRetainRecordings, recordingEffect } from './recording/retain.ts'
import { makeRings } from './rings.ts'
import { callRoutes } from './routes.ts'
import { callSettingsRoutes } from './settings-routes.ts'
import { testCallRoutes } from './test-call/routes.ts'
import { makeTester } from './test-call/tester.ts'
import { makeLegs } from './trunks/legs.ts'
import { endTrunkLeases } from './trunks/rows.ts'
import { makeTelephones } from './trunks/telephones.ts'
import { makeTrunks } from './trunks/trunks.ts'
import { makeTwilio } from './twilio/carrier.ts'
import { makeProviders } from './twilio/providers.ts'
import { makeProviderSettings } from './twilio/settings.ts'
import { makeVisitorCalls } from './visitor-calls.ts'

type Needs = Pick<
  Services,
  | (
      | 'availability'
      | 'callCommit'
      | 'callEvents'
      | 'clock'
      | 'commit'
      | 'config'
      | 'contactChanges'
      | 'db'
      | 'directory'
    )
  | ('files' | 'guard' | 'ids' | 'keys' | 'links' | 'log' | 'presence' | 'processes' | 'rates' | 'sender')
> & { readonly agentsForCall: AgentsForCall }

/** Calls between visitors and agents (C16, C17). */
export function calls(needs: Needs): Module {
  const { log, config } = needs
  const onError = (what: string) => warning(log, what)
  const pages = makeCallPages({ ...needs, onError: onError('the pages of calls could not be noted') })
  const keeper = makeEngineKeeper({
    ...{ ...needs, ...config },
    onRefused: (packets) => log.warn({ packets }, 'packets came to a call that its sides did not send: refused'),
  })
  const trunks = makeTrunks({
    ...needs,
    hasEngine: () => keeper.engine !== undefined,
    onError: onError('a trunk failed; the server tries again'),
  })
  const providers = makeProviders({ ...needs, onError: onError('the call providers could not be read') })
  const carriers = makeCarriers({ ...needs, providers, trunks })
  const rings = makeRings({
    ...{ ...needs, pages, carriers },
    onError: onError('a call could not be looked at; the server tries again'),
  })
  const findCaller = makeFindCaller(needs)
  const twilio = makeTwilio({ ...needs, providers, findCaller })
  const providerSettings = makeProviderSettings({ ...needs, providers, addresses: twilio.addresses })
  const telephones = makeTelephones({
    ...{ trunks, legs: makeLegs(needs.db) },
    onError: onError('what ends a telephone could not be stored'),
  })
  const prompts = makePrompts(keeper.folder)
  const driver = makeDriver({
    ...needs,
    trunks,
    telephones,
    keeper,
    prompts,
    onError: onError('a call to a telephone failed'),
  })
  const incoming = makeIncoming({
    ...{ ...needs, telephones, trunks, driver, findCaller },
    onError: onError('a call that came in could not be taken'),
  })
  const tester = makeTester({ ...needs, trunks, telephones, keeper, prompts, onError: onError('a test call failed') })
  const { db, callCommit, directory, files } = needs
  const retain = makeRetainRecordings({
    ...{ db, callCommit },
    keeps: () =>
      directory.accounts().map(({ id }) => ({ account: id, days: callSettingsOf(directory, id).keepRecordings })),
    onError: onError('a recording could not be erased; the server tries again in an hour'),
  })
  return {
    name: 'calls',
    callEffects: [
      recordingEffect((id) => files.store.remove(id), onError('the bytes of a recording could not be removed')),
    ],
    cleanups: [{ step: retain }],
    visitorCalls: makeVisitorCalls({ ...needs, pages, carriers }),
    agentRoutes(api) {
      testCallRoutes(api, { ...needs, tester })
      callRoutes(api, { ...needs, carriers })
      outgoingCallRoutes(api, { ...needs, carriers })
      callSettingsRoutes(api, { ...needs, carriers, trunks, keeper, providerSettings })
    },
    routes: twilio.routes,
    personalData: { calls: callData },
    subscriptions: [
      {
        onErased({ account }) {
          driver.onErased(account)
          twilio.onErased(account)
        },
      },
    ],
    jobs: [...[rings, pages, trunks, tester, driver, incoming].map(({ start }) => ({ start })), ...twilio.jobs],
    leases: { end: endTrunkLeases, take: trunks.wake },
    gauges: gaugesOf({ driver, incoming, keeper, tester, trunks, twilio }),
    close: keeper.close,
  }
}
