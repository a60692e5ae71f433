/** How rtpengine is to speak with a telephone, and with a browser. */
export const TELEPHONE = {
  ...{ 'transport-protocol': 'RTP/AVP', ICE: 'remove', DTLS: 'off', SDES: ['off'], 'rtcp-mux': ['demux'] },
}
export const BROWSER = {
  ...{ 'transport-protocol': 'UDP/TLS/RTP/SAVPF', ICE: 'force', SDES: ['off'], 'rtcp-mux': ['offer', 'require'] },
}
export const FLAGS = {
  ...{
    flags: ['trust-address', 'port-latching', 'strict-source', 'generate-mid'],
    replace: ['origin', 'session-connection'],
  },
}

/** The port of the sound in a description. */
export function portIn(sdp: string): number | undefined {
  const port = Number(/^m=audio (\d+) /m.exec(sdp)?.[1])
  return port > 0 ? port : undefined
}

/** The payload types that are Opus. `first`: if it is the one that was chosen. */
export function opusIn(sdp: string, which: 'all' | 'first' = 'all'): number[] {
  const types = [...sdp.matchAll(/^a=rtpmap:(\d+) opus\//gim)].map(([, type]) => Number(type))
  const first = Number(/^m=audio \d+ \S+ (\d+)/m.exec(sdp)?.[1])
  return which === 'all' ? types : types.filter((type) => type === first)
}

/** What a telephone is offered, or answered, before the other side is there. */
export const HOLD = [
  ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', 'm=audio 9 RTP/AVP 8 0 101'],
  ...['a=rtpmap:8 PCMA/8000', 'a=rtpmap:0 PCMU/8000', 'a=rtpmap:101 telephone-event/8000', 'a=fmtp:101 0-15'],
  ...['a=sendrecv', ''],
].join('\r\n')

/** The same, with Opus as the other side has it: what is said between both is not converted then. */
export function holdWithOpusOf(sdp: string): string {
  const [type] = opusIn(sdp)
  if (type === undefined) return HOLD
  const line = `a=rtpmap:${type} opus/48000/2\r\na=fmtp:${type} minptime=10;useinbandfec=1\r\n`
  return HOLD.replace('RTP/AVP', `RTP/AVP ${type}`).replace('a=rtpmap:8 ', `${line}a=rtpmap:8 `)
}

const keysIn = (sdp: string): string | undefined => /^a=rtpmap:(\d+) telephone-event\/8000/im.exec(sdp)?.[1]

/**
 * The description with the payload type that the other side has for keys (RFC 4733): the engine passes keys on only where both sides
 * have the same. One that is taken by another codec stays.
 */
export function withKeysOf(sdp: string, other: string): string {
  const [own, wanted] = [keysIn(sdp), keysIn(other)]
  if (own === undefined || wanted === undefined || own === wanted) return sdp
  if (new RegExp(`^a=rtpmap:${wanted} `, 'im').test(sdp)) return sdp
  return sdp
    .replace(/^m=audio .*$/m, (line) => line.replace(new RegExp(` ${own}(?= |$)`), ` ${wanted}`))
    .replaceAll(new RegExp(`^a=(rtpmap|fmtp|rtcp-fb):${own} `, 'gm'), `a=$1:${wanted} `)
}

/**
 * What a visitor's page has answered, without the places at which it says that it is: the engine learns them from the page's own packets,
 * and sends none anywhere else (T13). Undefined: it is no answer of a browser, which proves who it is before any sound goes to it.
 */
export function ofPage(sdp: string): string | undefined {
  const isOne = [...sdp.matchAll(/^m=/gm)].length === 1
  const isCovered = /^m=audio [1-9]\d* UDP\/TLS\/RTP\/SAVPF /m.test(sdp)
  const proves = [/^a=ice-ufrag:/m, /^a=ice-pwd:/m, /^a=fingerprint:/m].every((line) => line.test(sdp))
  if (!isOne || !isCovered || !proves) return undefined // guard T13
  return sdp
    .split(/\r?\n/)
    .filter((line) => !/^a=(?:candidate:|end-of-candidates|remote-candidates:|rtcp:)/.test(line))
    .map((line) => line.replace(/^m=audio \d+/, 'm=audio 9').replace(/^c=.*/, 'c=IN IP4 0.0.0.0'))
    .join('\r\n')
}
