/** A packet as a capture has it. */
export interface Captured {
  /** When it was seen (ms). */
  readonly at: number
  /** From the head of IP on. */
  readonly bytes: Buffer
}

const FILE_HEAD = 24
const PACKET_HEAD = 16
/** rtpengine writes no longer ones. */
const PACKET_MAX = 65_536
/** Link types: with a head of Ethernet (14 bytes), or without. */
const ETHERNET = 1
const RAW = new Set([101, 228, 229])

/**
 * Reads a capture (libpcap 2.4) while it is being written. Each call is given the next bytes of the file, and returns the packets
 * that are complete; these hold until the next call, and as long as the bytes. Throws when it is no such capture.
 */
export function makePcapReader(): (bytes: Buffer) => Captured[] {
  let held: Buffer = Buffer.alloc(0)
  let head: { little: boolean; fraction: number; skip: number } | undefined

  function begin(): void {
    const magic = held.readUInt32LE(0)
    const little = magic === 0xa1b2c3d4 || magic === 0xa1b23c4d
    const isNano = magic === 0xa1b23c4d || magic === 0x4d3cb2a1
    if (!little && magic !== 0xd4c3b2a1 && magic !== 0x4d3cb2a1) throw new Error('a recording is not a capture')
    const link = little ? held.readUInt32LE(20) : held.readUInt32BE(20)
    if (link !== ETHERNET && !RAW.has(link)) throw new Error(`a capture has the link type ${link}`)
    head = { little, fraction: isNano ? 1e6 : 1e3, skip: link === ETHERNET ? 14 : 0 }
    held = held.subarray(FILE_HEAD)
  }

  return (bytes) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    const found: Captured[] = []
    if (!head) {
      if (held.length < FILE_HEAD) {
        held = Buffer.from(held)
        return found
      }
      begin()
    }
    const { little, fraction, skip } = head!
    const numberAt = (at: number) => (little ? held.readUInt32LE(at) : held.readUInt32BE(at))
    let at = 0
    while (at + PACKET_HEAD <= held.length) {
      const size = numberAt(at + 8)
      if (size > PACKET_MAX) throw new Error(`a packet of a capture has ${size} bytes`)
      if (at + PACKET_HEAD + size > held.length) break
      found.push({
        at: numberAt(at) * 1000 + numberAt(at + 4) / fraction,
        bytes: held.subarray(at + PACKET_HEAD + skip, at + PACKET_HEAD + size),
      })
      at += PACKET_HEAD + size
    }
    held = Buffer.from(held.subarray(at))
    return found
  }
}
