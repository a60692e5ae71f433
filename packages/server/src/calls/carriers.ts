import type { Services } from '../services.ts'
import type { ChannelRecord } from '../settings/directory.ts'
import { phoneOf } from './phones.ts'
import type { Trunks } from './trunks/trunks.ts'
import type { Providers } from './twilio/providers.ts'

/** What carries the calls of an account to telephones: its trunk, or its hosted provider. */
export interface Carriers {
  of(account: number): 'sip' | 'twilio'
  /** What carries calls from pages: the media engine of a trunk, which records them and reaches agents' telephones, or else the browsers. */
  ofPages(account: number): 'engine' | 'direct'
  /** Whether telephones can be called now. */
  canCall(account: number): boolean
  /** Whether calls over the provider can ring at the agent: they ring at no browser. */
  hasPhone(account: number, agent: number): boolean
  /** Whether an agent of the channel is online at whom a call to a telephone can ring. */
  hasAgent(channel: ChannelRecord): boolean
}

type Needs = Pick<Services, 'availability' | 'directory' | 'presence'> & {
  readonly trunks: Pick<Trunks, 'canCall'>
  readonly providers: Pick<Providers, 'of' | 'canCall'>
}

export function makeCarriers({ availability, directory, presence, providers, trunks }: Needs): Carriers {
  const of = (account: number) => (providers.of(account) ? 'twilio' : 'sip')
  const hasPhone = (account: number, agent: number) => phoneOf(directory, account, agent) !== undefined
  return {
    of,
    ofPages: (account) => (of(account) === 'sip' && trunks.canCall(account) ? 'engine' : 'direct'),
    canCall: (account) => (of(account) === 'twilio' ? providers.canCall(account) : trunks.canCall(account)),
    hasPhone,
    hasAgent(channel) {
      const { accountId: account, agents } = channel
      if (!availability.agents(channel)) return false
      return (
        of(account) === 'sip' || [...agents].some((one) => presence.isOnline(account, one) && hasPhone(account, one))
      )
    },
  }
}
