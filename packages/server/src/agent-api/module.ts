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

/** `deliveryKinds` and `routes` are what modules contribute. */
type Needs = Services & Pick<AgentServices, 'deliveryKinds'> & { readonly addedRoutes: readonly AddRoutes[] }

/** The API and the socket of the agent application, and its pages. */
export function agents(needs: Needs): Module {
  const { clock, ids, keys, directory } = needs
  // The account is not known before the sign-in, so the rate of the first account applies.
  const signInRate = () =>
    directory.accounts()[0]?.settings.limits.signInPerAddress ?? RATE_LIMITS.signInPerAddress.rate
  const own = {
    version,
    signInLimit: makeSignInLimit(clock, signInRate),
    passwords: makePasswordWork({ atOnce: availableParallelism() > 2 ? 2 : 1, waitingMax: 40 }),
    devices: makeDevices({ key: keys.derive('known devices'), clock, ids }),
  }
  return {
    name: 'agent API',
    readers: { agent: (link) => mayRead(needs, link) },
    routes: async (app, http) =>
      void (await app.register(agentApi({ ...needs, ...own, ...http, routes: needs.addedRoutes }))),
  }
}
