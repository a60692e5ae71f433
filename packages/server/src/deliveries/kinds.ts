import type { Policy } from './policy.ts'
import type { Handler } from './worker.ts'

/** A kind of delivery. One module owns and contributes it. */
export interface DeliveryKind {
  readonly policy: Policy
  /** The name under which deliveries share a limit; `to` is the number of the bot, webhook or channel. */
  readonly endpoint: (to: number) => string
  readonly handler: Handler
}

/** Kinds by name. */
export type DeliveryKinds = ReadonlyMap<string, DeliveryKind>

/** Throws when no module owns the kind. */
export function kindOf(kinds: DeliveryKinds, name: string): DeliveryKind {
  const kind = kinds.get(name)
  if (!kind) throw new Error(`no module carries out deliveries of the kind ${name}`)
  return kind
}
