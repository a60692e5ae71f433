/** How rtpengine is to speak with a telephone, and with a browser. */
export const TELEPHONE = {
  ...{ 'transport-protocol': 'RTP/AVP', ICE: 'remove', DTLS: 'off', SDES: ['off'], 'rtcp-mux': ['demux'] },
}
export const BROWSER = {
  ...{ 'transport-protocol': 'UDP/TLS/RTP/SAVPF', ICE: 'force', SDES: ['off'], 'rtcp-mux': ['offer', 'require'] },
}
export const FLAGS = {
  ...{ flags: ['trust-address', 'port-latching', 'generate-mid'], replace: ['origin', 'session-connection'] },
}

/** The port of the sound in a description. */
export function portIn(sdp: string): number | undefined {
  const port = Number(/^m=audio (\d+) /m.exec(sdp)?.[1])
  return port > 0 ? port : undefined
}

/** How a capture of the call is decoded, by what the telephone has chosen. */
export function codecIn(sdp: string): { readonly rate: 8000 | 16_000; readonly opusType?: number } {
  const first = /^m=audio \d+ \S+ (\d+)/m.exec(sdp)?.[1]
  const isOpus = first !== undefined && new RegExp(`^a=rtpmap:${first} opus/`, 'im').test(sdp)
  return isOpus ? { rate: 16_000, opusType: Number(first) } : { rate: 8000 }
}
