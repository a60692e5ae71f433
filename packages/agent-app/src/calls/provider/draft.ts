import type { CallProvider, CallProviderBody } from '@deskbell/protocol/agent/call-provider'

/** The hosted provider as the form has it. */
export interface Draft {
  readonly accountSid: string
  readonly token: string
  readonly number: string
  readonly url: string
}
export type Name = keyof Draft

export function toDraft(provider: CallProvider | null): Draft {
  const { accountSid = '', number = '', url = '' } = provider ?? {}
  return { accountSid, number, url, token: '' }
}

/** Fields that have to be filled in before the server is asked. `isNew`: no token is stored. */
export function faultsOf(draft: Draft, isNew: boolean): ReadonlySet<Name> {
  const needed: readonly Name[] = isNew ? ['accountSid', 'token', 'number'] : ['accountSid', 'number']
  return new Set(needed.filter((name) => draft[name].trim() === ''))
}

/** Without an address it is Twilio's. */
export const toBody = ({ accountSid, token, number, url }: Draft): CallProviderBody => ({
  accountSid: accountSid.trim(),
  number: number.replaceAll(/[ ()./-]/g, ''),
  ...(url.trim() !== '' && { url: url.trim() }),
  ...(token.trim() !== '' && { token: token.trim() }),
})
