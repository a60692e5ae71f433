import type { Captured } from './pcap.ts'
import { toRtp, type RtpPacket } from './rtp.ts'

/** How often at most it is asked whom the engine hears (ms of the capture). */
const EVERY = 1000

/** Those whom the engine hears now, as `RtpPacket.path`. Rejects when the engine does not tell. */
export type ReadPaths = () => Promise<readonly string[]>

/** A packet with sound, and when it was seen (ms). */
export interface Heard {
  readonly at: number
  readonly packet: RtpPacket
}

/**
 * Of the packets of a capture those that the engine carries. rtpengine writes a packet before it looks at its sender, so that what a
 * stranger sends to a port of the call is in the capture as well. It is asked only when there is a sender that is not known.
 * A call of which it tells nothing, since it was over too soon, keeps all.
 */
export function makeSenders(readPaths: ReadPaths | undefined): (captured: readonly Captured[]) => Promise<Heard[]> {
  const known = new Set<string>()
  let askedAt = -Infinity

  return async (captured) => {
    const heard: Heard[] = []
    let unknownAt: number | undefined
    for (const { at, bytes } of captured) {
      const packet = toRtp(bytes)
      if (!packet) continue
      heard.push({ at, packet })
      if (!known.has(packet.path)) unknownAt = at
    }
    if (!readPaths || unknownAt === undefined) return heard
    if (unknownAt - askedAt >= EVERY) {
      askedAt = unknownAt
      // The call may be over: what is known stays.
      for (const path of await readPaths().catch(() => [])) known.add(path)
    }
    return known.size === 0 ? heard : heard.filter(({ packet }) => known.has(packet.path))
  }
}
