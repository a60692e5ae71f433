import type { LeasedDelivery } from './delivery.ts'
import type { Policy } from './policy.ts'
import type { Handler } from './handler.ts'

/** A kind of delivery. One module owns and contributes it. */
export interface DeliveryKind {
  readonly policy: Policy
  /** The policy of one delivery, where it differs. */
  readonly policyOf?: (delivery: LeasedDelivery) => Policy | undefined
  /** The name under which deliveries share a limit; `to` is the number of the bot, webhook or channel. */
  readonly endpoint: (to: number) => string
  readonly handler: Handler
  /** It makes no request of another server: it is not held when the desk was restored from a backup. */
  readonly staysInside?: true
  /** Reads the body of an event, where attempts store only its beginning. */
  readonly readBody?: (account: number, event: number) => Promise<string | undefined>
}

/** Kinds by name. */
export type DeliveryKinds = ReadonlyMap<string, DeliveryKind>

/** The policy of a delivery. */
export const policyFor = ({ policy, policyOf }: DeliveryKind, delivery: LeasedDelivery): Policy =>
  policyOf?.(delivery) ?? policy

/** Throws when no module owns the kind. */
export function kindOf(kinds: DeliveryKinds, name: string): DeliveryKind {
  const kind = kinds.get(name)
  if (!kind) throw new Error(`no module carries out deliveries of the kind ${name}`)
  return kind
}
