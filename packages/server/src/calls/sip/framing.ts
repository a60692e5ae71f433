/** A longer message ends the connection. */
export const MESSAGE_MAX = 65_536

const HEAD_END = '\r\n\r\n'
const LENGTH = /^(?:Content-Length|l)[ \t]*:[ \t]*(\d+)[ \t]*\r?$/im

/**
 * Divides a stream of bytes into SIP messages (RFC 3261 18.3), without the empty lines that keep a connection alive (RFC 5626). Throws
 * when a message is too long.
 */
export function makeFraming(): (bytes: Buffer) => string[] {
  let held: Buffer = Buffer.alloc(0)
  return (bytes) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    const found: string[] = []
    for (;;) {
      let from = 0
      while (held[from] === 13 || held[from] === 10) from++
      held = held.subarray(from)
      const end = held.indexOf(HEAD_END)
      if (end < 0) break
      const size = end + HEAD_END.length + Number(LENGTH.exec(held.toString('latin1', 0, end + 2))?.[1] ?? 0)
      if (size > MESSAGE_MAX) throw new Error(`a SIP message has ${size} bytes`)
      if (held.length < size) break
      found.push(held.toString('utf8', 0, size))
      held = held.subarray(size)
    }
    if (held.length > MESSAGE_MAX) throw new Error('a SIP message has no end')
    return found
  }
}
