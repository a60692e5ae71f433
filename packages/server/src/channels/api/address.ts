import { timingSafeEqual } from 'node:crypto'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import type { Clock } from '../../platform/clock.ts'

/** Stands in for the random string of an unknown public id, so that the comparison takes as long (A2). */
const NO_RANDOM = '·'.repeat(16)

/**
 * The channel of an address, or undefined. An unknown id, a wrong random string and a deleted channel get the same answer
 * (A2). After a rotation the previous address works until its time is over (A1).
 */
export function findChannel(
  directory: Directory,
  clock: Clock,
  random: string,
  publicId: string,
): ChannelRecord | undefined {
  const found = directory.channelByPublicId(publicId)
  // Widgets have routes of their own.
  const channel = found?.kind === 'api' ? found : undefined
  const now = sameText(random, channel?.random ?? NO_RANDOM)
  const before = sameText(random, channel?.previousRandom ?? NO_RANDOM)
  if (channel && (now || (before && clock.now() < (channel.previousRandomUntil ?? 0)))) return channel
  return undefined
}

/** Compares in constant time for texts of the same length (T26). */
function sameText(given: string, right: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(right)
  if (a.length !== b.length) return false
  return timingSafeEqual(a, b)
}
