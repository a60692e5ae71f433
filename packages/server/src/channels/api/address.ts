import { timingSafeEqual } from 'node:crypto'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import type { Clock } from '../../platform/clock.ts'

/** What an unknown public id is compared with, so that it takes as long as a known one (A2). */
const NOBODY = '·'.repeat(16)

/**
 * The channel of an address, or undefined: unknown id, wrong random string and deleted channel are one case (A2). The
 * address before a rotation works until its time is over (A1).
 */
export function findChannel(
  directory: Directory,
  clock: Clock,
  random: string,
  publicId: string,
): ChannelRecord | undefined {
  const found = directory.channelByPublicId(publicId)
  // A widget has a door of its own.
  const channel = found?.kind === 'api' ? found : undefined
  const now = sameText(random, channel?.random ?? NOBODY)
  const before = sameText(random, channel?.previousRandom ?? NOBODY)
  if (channel && (now || (before && clock.now() < (channel.previousRandomUntil ?? 0)))) return channel
  return undefined
}

/** Takes as long for every text of the right length (T26). */
function sameText(given: string, right: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(right)
  if (a.length !== b.length) return false
  return timingSafeEqual(a, b)
}
