/** A packet with sound (RFC 3550). */
export interface RtpPacket {
  /** The port that it was sent to. */
  readonly port: number
  /** Where it came from and where it was sent: `toPath`. */
  readonly path: string
  readonly type: number
  /** In units of its codec's clock. */
  readonly timestamp: number
  readonly source: number
  readonly payload: Buffer
}

const UDP = 17
const RTP_HEAD = 12

/**
 * The way of a packet as one string: the address of its sender, the port of its sender, and the port that it was sent to, as the bytes
 * that a packet has.
 */
export function toPath(address: readonly number[], from: number, to: number): string {
  return Buffer.from([...address, from >> 8, from & 255, to >> 8, to & 255]).toString('latin1')
}

/** Where the head of UDP begins; undefined: it is no UDP packet, or a part of one. */
function udpIn(ip: Buffer): number | undefined {
  const version = (ip[0] ?? 0) >> 4
  if (version === 4) {
    const isPart = ip.length >= 8 && (ip.readUInt16BE(6) & 0x3fff) !== 0
    return ip[9] === UDP && !isPart ? ((ip[0] ?? 0) & 15) * 4 : undefined
  }
  return version === 6 && ip[6] === UDP ? 40 : undefined
}

const senderOf = (ip: Buffer) =>
  (ip[0] ?? 0) >> 4 === 4 ? ip.toString('latin1', 12, 16) : ip.toString('latin1', 8, 24)

/** The sound in an IP packet; undefined: it has none. RTCP shares the ports of RTP and is told by its types (RFC 5761). */
export function toRtp(ip: Buffer): RtpPacket | undefined {
  const udp = udpIn(ip)
  if (udp === undefined || ip.length < udp + 8 + RTP_HEAD) return undefined
  const rtp = ip.subarray(udp + 8)
  const [first = 0, second = 0] = rtp
  const type = second & 127
  if (first >> 6 !== 2 || (type >= 64 && type < 96)) return undefined
  let from = RTP_HEAD + (first & 15) * 4
  if (first & 16) {
    if (rtp.length < from + 4) return undefined
    from += 4 + rtp.readUInt16BE(from + 2) * 4
  }
  const padding = first & 32 ? (rtp.at(-1) ?? 0) : 0
  if (from + padding > rtp.length) return undefined
  return {
    port: ip.readUInt16BE(udp + 2),
    path: senderOf(ip) + ip.toString('latin1', udp, udp + 4),
    type,
    timestamp: rtp.readUInt32BE(4),
    source: rtp.readUInt32BE(8),
    payload: rtp.subarray(from, rtp.length - padding),
  }
}
