import type { Trunk, TrunkBody } from '@deskbell/protocol/agent/call-trunk'

/** The trunk as the form has it. */
export interface Draft {
  readonly kind: Trunk['kind']
  readonly host: string
  readonly port: string
  readonly user: string
  readonly password: string
  readonly domain: string
  readonly registers: boolean
  readonly callerId: string
  readonly ca: string
}
export type Name = keyof Draft

/** The ports of SIP. */
export const PORTS: Readonly<Record<Trunk['kind'], string>> = { udp: '5060', tcp: '5060', tls: '5061' }

export function toDraft(trunk: Trunk | null): Draft {
  const { kind = 'udp', host = '', user = '', registers = true, domain = '', callerId = '', ca = '' } = trunk ?? {}
  const port = trunk ? String(trunk.port) : PORTS[kind]
  return { kind, host, port, user, registers, domain, callerId, ca, password: '' }
}

/** Another transport has another usual port; one that is not usual stays. */
export const withKind = (draft: Draft, kind: Draft['kind']): Draft => ({
  ...draft,
  kind,
  port: draft.port === PORTS[draft.kind] || draft.port === '' ? PORTS[kind] : draft.port,
})

export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/** Fields that have to be filled in before the server is asked. `isNew`: no password is stored. */
export function faultsOf(draft: Draft, isNew: boolean): ReadonlySet<Name> {
  const faults = new Set<Name>()
  for (const name of ['host', 'user'] as const) if (draft[name].trim() === '') faults.add(name)
  if (!isPort(draft.port.trim())) faults.add('port')
  if (isNew && draft.password === '') faults.add('password')
  return faults
}

export function toBody({ kind, host, port, user, password, domain, registers, callerId, ca }: Draft): TrunkBody {
  const given = (name: 'domain' | 'callerId' | 'ca', text: string) =>
    text.trim() === '' ? {} : { [name]: text.trim() }
  return {
    ...{ kind, host: host.trim(), port: Number(port.trim()), user: user.trim(), registers },
    ...given('domain', domain),
    ...given('callerId', callerId.replaceAll(/[ ()./-]/g, '')),
    ...(kind === 'tls' && given('ca', ca)),
    ...(password !== '' && { password }),
  }
}
