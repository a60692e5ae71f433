import type { ChannelChange, ChannelKind } from '@deskbell/protocol/agent/channel'
import { CHANNEL_KINDS } from '@deskbell/protocol/agent/channel-kinds'
import type { Keys } from '../platform/crypto.ts'
import { Invalid } from '../platform/errors.ts'

/** The settings of a channel, with the data that its connector got from the messenger, which is stored beside them. */
export type CheckedChange = ChannelChange & { readonly learned?: object }

/** The stored channel before the change. */
export interface OwnStored {
  readonly kind: ChannelKind
  readonly publicId: string
  /** The previous settings; null for a new channel. */
  readonly settings: object | null
}

/** The name that the sealed secret is bound to (see `Keys.seal`). */
export const ownSecretContext = (publicId: string) => `channel ${publicId} own secret`

/** The columns of the settings that only the connector reads. Throws Invalid when a new channel lacks the secret. */
export function toOwnColumns(
  keys: Keys,
  { kind, publicId, settings }: OwnStored,
  change: CheckedChange,
): { own_settings?: string; own_secret?: Buffer } {
  const { own } = CHANNEL_KINDS[kind]
  if (!own) return {}
  const { [own.secret]: secret, ...others } = change[own.name] ?? {}
  if (settings === null && secret === undefined) throw new Invalid(`/${own.name}/${own.secret}`, { reason: 'required' })
  const isChanged = settings === null || Object.keys(others).length > 0 || change.learned !== undefined
  return {
    ...(isChanged && { own_settings: JSON.stringify({ ...own.defaults, ...settings, ...others, ...change.learned }) }),
    ...(secret !== undefined && { own_secret: keys.seal(secret, ownSecretContext(publicId)) }),
  }
}

export const openOwnSecret = (keys: Keys, publicId: string, sealed: Buffer): string =>
  keys.open(sealed, ownSecretContext(publicId))
