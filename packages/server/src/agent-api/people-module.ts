import { availableParallelism } from 'node:os'
import { makeAgentPasswords } from '../identity/agent-passwords.ts'
import { makeDevices } from '../identity/devices.ts'
import { makePasswordWork } from '../identity/password-work.ts'
import { makeSignInLimit } from '../identity/sign-in-limit.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { rateOf, UNKNOWN_CALLERS } from '../settings/rate-limits.ts'
import { colleagueTokenRoutes } from './colleague-tokens.ts'
import { colleagueRoutes } from './colleagues.ts'
import { invitationRoutes } from './invitations.ts'
import { meRoutes } from './me.ts'
import { passwordResetRoutes } from './password-resets.ts'
import { sessionRoutes } from './session.ts'

type Needs = Pick<
  Services,
  | ('clock' | 'config' | 'dataChanges' | 'db' | 'directory' | 'files')
  | ('ids' | 'keys' | 'links' | 'presence' | 'rates' | 'reassignment')
>

/** Agents: signing in, the own profile, and the agents of the account. */
export function agentPeople(needs: Needs): Module {
  const { clock, db, directory, ids, keys } = needs
  const passwords = makePasswordWork({ atOnce: availableParallelism() > 2 ? 2 : 1, waitingMax: 40 })
  const rate = () => rateOf(directory, UNKNOWN_CALLERS, 'signInPerAddress')
  const devices = makeDevices({ key: keys.derive('known devices'), clock, ids })
  const agentPasswords = makeAgentPasswords({
    db,
    clock,
    ids,
    passwords,
    limit: makeSignInLimit({ db, clock, of: 'sign-in', rate }),
    devices,
  })
  const { publicUrl, smtpUrl } = needs.config
  const linkTools = { clock, ids, keys, publicUrl, canMail: smtpUrl !== undefined }
  const links = { ...needs, passwords, devices, linkTools }
  return {
    name: 'agents',
    agentRoutes(api) {
      sessionRoutes(api, { ...needs, agentPasswords })
      meRoutes(api, { ...needs, agentPasswords })
      colleagueRoutes(api, { ...needs, passwords })
      colleagueTokenRoutes(api, needs)
      invitationRoutes(api, links)
      passwordResetRoutes(api, { ...links, resetLimit: makeSignInLimit({ db, clock, of: 'reset', rate }) })
    },
  }
}
