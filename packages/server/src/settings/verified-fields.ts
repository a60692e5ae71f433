import { CHANNEL_KINDS, type VerifiedField } from '@deskbell/protocol/agent/channel-kinds'
import type { ChannelRecord } from './records.ts'

/** What a channel says of its visitors and has checked: their identifier, their own e-mail address or phone number. */
export function verifiedFields({ kind, verifiedContacts }: ChannelRecord): readonly VerifiedField[] {
  const { settings, verifies } = CHANNEL_KINDS[kind]
  if (settings.includes('verifiedContacts') && !verifiedContacts) return [] // guard T55
  return verifies
}
