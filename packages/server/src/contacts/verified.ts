import type { VerifiedField } from '@deskbell/protocol/agent/channel-kinds'
import type { ContactField, VisitorFacts } from '../conversation/commit/input.ts'

/** Values of a visitor that are known to be their own. */
export type Verified = Readonly<Record<VerifiedField, string | null>>

type Said = Pick<VisitorFacts, 'email' | 'phone' | 'given' | 'byCrm'> & { readonly key: string }

/**
 * The verified values of a visitor, or undefined. A CRM finds its answer by what the visitor claims, and an agent may
 * enter what the visitor claims, so neither verifies anything.
 */
export function verifiedOf(
  fields: readonly VerifiedField[],
  { key, given, byCrm, ...shown }: Said,
): Verified | undefined {
  const said = (field: 'email' | 'phone'): string | null => {
    if (!fields.includes(field)) return null
    if ((byCrm as readonly ContactField[]).includes(field)) return null // guard T55
    return (given && field in given ? given[field] : shown[field]) ?? null
  }
  const verified = { id: fields.includes('id') ? key : null, email: said('email'), phone: said('phone') }
  return Object.values(verified).some((value) => value !== null) ? verified : undefined
}
