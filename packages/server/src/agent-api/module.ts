import { availableParallelism } from 'node:os'
import { RATE_LIMITS } from '@deskbell/protocol/limits'
import { makeDevices } from '../identity/devices.ts'
import { makePasswordWork } from '../identity/password-work.ts'
import { makeSignInLimit } from '../identity/sign-in-limit.ts'
import type { Module } from '../module.ts'
import { version } from '../platform/version.ts'
import type { Services } from '../services.ts'
import { mayRead } from './access.ts'
import { agentApi } from './api.ts'
import type { AddRoutes, AgentServices } from './services.ts'

/** What features give to the resources of the agent API that are theirs. */
type FromFeatures = Pick<AgentServices, 'post' | 'botSandbox' | 'bodies' | 'sendExample' | 'visitors'>

/** The API and the socket of the agent application, and its pages. `routes` are those that modules add. */
export function agents(needs: Services, features: FromFeatures, routes: () => readonly AddRoutes[]): Module {
  const { clock, ids, keys, directory, availability } = needs
  // Asked before the agent, and so the account, is known: the rate of the first account.
  const signInRate = () =>
    directory.accounts()[0]?.settings.limits.signInPerAddress ?? RATE_LIMITS.signInPerAddress.rate
  const own = {
    version,
    signInLimit: makeSignInLimit(clock, signInRate),
    passwords: makePasswordWork({ atOnce: availableParallelism() > 2 ? 2 : 1, waitingMax: 40 }),
    devices: makeDevices({ key: keys.derive('known devices'), clock, ids }),
    isAvailable: availability.status,
  }
  return {
    name: 'agent API',
    readers: { agent: (link) => mayRead(needs, link) },
    routes: async (app, http) =>
      void (await app.register(agentApi({ ...needs, ...features, ...own, ...http, routes: routes() }))),
  }
}
