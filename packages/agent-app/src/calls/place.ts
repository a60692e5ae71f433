import type { PlaceCall } from '@deskbell/protocol/agent/call'
import type { Call } from '@deskbell/protocol/agent/call'
import { call as ask } from '../api/client.ts'
import { receiveCall } from '../live/calls.ts'
import { Cell } from '../live/cells.ts'
import type { Live } from '../live/state.ts'
import { isRefused, NoMicrophone } from './microphone.ts'

/** A call that this window has begun, until it carries its voices: what carries them is loaded with the first call. */
export const begun = new Cell<number | null>(null)

/** Throws NoMicrophone when the browser says without asking that it gives none. */
export async function checkMicrophone(): Promise<void> {
  if (await isRefused()) throw new NoMicrophone(navigator.mediaDevices ? 'refused' : 'insecure')
}

/** The same, unless calls to telephones ring at the agent's own telephone alone: it needs no microphone of the browser. */
async function checkOwnMicrophone(): Promise<void> {
  try {
    await checkMicrophone()
  } catch (fault) {
    const { on, inBrowser } = await ask('GET /me/calls')
    if (on !== 'phone' && inBrowser) throw fault
  }
}

/** Calls a contact. This window carries the voices, or the agent's own telephone does. The same key makes one call. */
export async function placeCall(live: Live, body: PlaceCall, key: string): Promise<Call> {
  await checkOwnMicrophone()
  const find = (id: number) => live.calls.get().find((one) => one.id === id)
  const call = await ask('POST /calls', { body, key })
  // A frame may have told of it before, and of more.
  if (!find(call.id)) receiveCall(live, call)
  begun.set(call.id)
  return call
}

/** The number that calls a client back: the one of the call, or what is known of the visitor; null: none. */
export const numberOf = ({ phone, visitor }: Pick<Call, 'phone' | 'visitor'>): string | null =>
  phone === '' ? visitor.phone || null : phone

/** Each number once, however it is written. */
export function distinct(numbers: readonly (string | null)[]): string[] {
  const seen = new Map<string, string>()
  for (const one of numbers) {
    const digits = one?.replaceAll(/[^\d+]/g, '')
    if (one && digits && !seen.has(digits)) seen.set(digits, one)
  }
  return [...seen.values()]
}
