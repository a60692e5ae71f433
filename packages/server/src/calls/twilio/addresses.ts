import { createHash } from 'node:crypto'
import type { LegKey } from './leg-rows.ts'

/** `asks`: an agent answers. `key`: they press one. `joins`: the client answers. `held`, `back`: the client waits, and goes on.
 * The others tell what has happened: to a telephone, to its recording, and that it left the room. */
export const STEPS = ['asks', 'key', 'joins', 'held', 'back', 'status', 'recorded', 'left'] as const
export type Step = (typeof STEPS)[number]
export const isStep = (text: string): text is Step => (STEPS as readonly string[]).includes(text)

/** The addresses that the provider calls, and the rooms in which telephones meet. */
export interface Addresses {
  of(leg: LegKey, step: Step, query?: string): string
  incoming(account: number): string
  /** Names the room of a call. Installations may share an account at the provider. */
  room(account: number, call: number): string
}

export const INCOMING_PATH = '/twilio/:account/incoming'
export const LEG_PATH = '/twilio/:account/calls/:call/:leg/:step'

export function makeAddresses(publicUrl: string): Addresses {
  const own = createHash('sha256').update(publicUrl).digest('hex').slice(0, 12)
  return {
    of: ({ account, call, leg }, step, query = '') =>
      `${publicUrl}/twilio/${account}/calls/${call}/${leg}/${step}${query}`,
    incoming: (account) => `${publicUrl}/twilio/${account}/incoming`,
    room: (account, call) => `deskbell-${own}-${account}-${call}`,
  }
}
