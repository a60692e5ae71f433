import { callSettingsOf } from '../settings/call-times.ts'
import type { Directory } from '../settings/directory.ts'
import { EXTENSION, toDialled } from './dialled.ts'
import type { PhoneOfAgent } from './carry/call-parts.ts'

/** The telephone of the agent's profile, as it is dialled. Undefined: there is none, or calls may not go to it. */
export function ownNumber(directory: Directory, account: number, agent: number): string | undefined {
  const phone = directory.agent(account, agent)?.phone?.trim() ?? ''
  if (EXTENSION.test(phone)) return phone
  const dialled = toDialled(phone, { countries: callSettingsOf(directory, account).countries })
  return dialled.why ? undefined : dialled.number
}

/** Where calls ring besides the agent's browsers. Undefined: nowhere. */
export function phoneOf(directory: Directory, account: number, agent: number): PhoneOfAgent | undefined {
  const { callsOn = 'browser', language } = directory.agent(account, agent) ?? {}
  const number = callsOn === 'browser' ? undefined : ownNumber(directory, account, agent)
  return number === undefined ? undefined : { number, language: language ?? 'en', browserRings: callsOn === 'both' }
}
