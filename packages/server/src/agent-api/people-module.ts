import { availableParallelism } from 'node:os'
import { RATE_LIMITS } from '@deskbell/protocol/limits'
import { makeAgentPasswords } from '../identity/agent-passwords.ts'
import { makeDevices } from '../identity/devices.ts'
import { makePasswordWork } from '../identity/password-work.ts'
import { makeSignInLimit } from '../identity/sign-in-limit.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { colleagueTokenRoutes } from './colleague-tokens.ts'
import { colleagueRoutes } from './colleagues.ts'
import { meRoutes } from './me.ts'
import { sessionRoutes } from './session.ts'

type Needs = Pick<
  Services,
  ('clock' | 'commit' | 'config' | 'db' | 'directory' | 'files') | ('ids' | 'keys' | 'links' | 'presence' | 'recognize')
>

/** Agents: signing in, the own profile, and the agents of the account. */
export function agentPeople(needs: Needs): Module {
  const { clock, db, directory, ids, keys } = needs
  // The account is not known before the sign-in, so the rate of the first account applies.
  const signInRate = () =>
    directory.accounts()[0]?.settings.limits.signInPerAddress ?? RATE_LIMITS.signInPerAddress.rate
  const passwords = makePasswordWork({ atOnce: availableParallelism() > 2 ? 2 : 1, waitingMax: 40 })
  const agentPasswords = makeAgentPasswords({
    db,
    clock,
    ids,
    passwords,
    limit: makeSignInLimit(clock, signInRate),
    devices: makeDevices({ key: keys.derive('known devices'), clock, ids }),
  })
  return {
    name: 'agents',
    agentRoutes(api) {
      sessionRoutes(api, { ...needs, agentPasswords })
      meRoutes(api, { ...needs, agentPasswords })
      colleagueRoutes(api, { ...needs, passwords })
      colleagueTokenRoutes(api, needs)
    },
  }
}
