import type { CallSignal } from '@deskbell/protocol/agent/call'
import { gathered } from './gathered.ts'

/** How long a key of the keypad sounds at the other side, and the pause after it, ms. */
const KEY = 160
const PAUSE = 80

type Candidate = Extract<CallSignal, { kind: 'candidate' }>

/** Other pages draw theirs, so that a page that has loaded anew does not take an answer to the one before. */
const drawOffer = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1

type Options = {
  ice: RTCConfiguration['iceServers']
  stream: MediaStream
  /** The voice of the other side is to be heard, and goes to it. */
  isOn: boolean
  /** The other side takes one description with all ways, as the server's media engine does. */
  isWhole: boolean
  send: (signal: CallSignal) => void
  onState: (state: RTCPeerConnectionState) => void
  /** The browser plays no sound until the agent presses something. */
  onSilent: () => void
  /** The voice of the other side comes. */
  onVoice: () => void
}

/** The connection to one other party of a call. A new way to it is a new peer. */
export interface Peer {
  readonly state: () => RTCPeerConnectionState
  /** Has made an offer that is not answered yet. */
  readonly isOffering: () => boolean
  /** It is the connection of this offer. */
  readonly isOf: (offer: number | undefined) => boolean
  offer: () => Promise<void>
  /** Sends the same offer once more. */
  offerAgain: () => void
  hear: (signal: Exclude<CallSignal, { kind: 'ready' }>) => Promise<void>
  /** Hold: nothing is sent, and nothing is heard. */
  switchOn: (on: boolean) => void
  /** What the other side hears from now on. */
  say: (track: MediaStreamTrack | null) => void
  /** The voice of the other side, when it comes. */
  readonly voice: () => MediaStream | null
  /** Presses a key of a telephone. Returns whether the connection can pass it on. */
  press: (key: string) => boolean
  play: () => Promise<void>
  close: () => void
}

export function openPeer({ ice, stream, isOn, isWhole, send, onState, onSilent, onVoice }: Options): Peer {
  const connection = new RTCPeerConnection({ iceServers: ice ?? [] })
  let track = stream.getAudioTracks()[0] ?? null
  let isHeard = true
  let voice: MediaStream | null = null
  const sender = track && connection.addTrack(track, stream)
  const player = new Audio()
  player.autoplay = true
  /** Candidates that came before the description that they belong to. */
  const early: Candidate[] = []
  let closed = false
  /** The offer of which this is the connection: its own, until it hears one. A page of an earlier version numbers none. */
  let number: number | undefined = drawOffer()
  const ofOffer = () => number !== undefined && { offer: number }

  const play = async () => {
    try {
      await player.play()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError') onSilent()
    }
  }
  const switchOn = (on: boolean) => {
    isHeard = on
    player.muted = !on
    void sender?.replaceTrack(on ? track : null).catch(() => {}) // closed meanwhile
  }
  // One that this browser does not understand is one way less.
  const add = ({ candidate, mid, line }: Candidate) =>
    void connection.addIceCandidate({ candidate, sdpMid: mid, sdpMLineIndex: line }).catch(() => {})
  const say = (kind: 'offer' | 'answer') => {
    const sdp = connection.localDescription?.sdp
    if (!closed && sdp !== undefined) send({ kind, ...ofOffer(), sdp })
  }
  const describeOther = async (description: RTCSessionDescriptionInit) => {
    await connection.setRemoteDescription(description)
    for (const candidate of early.splice(0)) add(candidate)
  }

  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (!candidate?.candidate || closed || isWhole) return
    send({
      kind: 'candidate',
      ...ofOffer(),
      candidate: candidate.candidate,
      mid: candidate.sdpMid,
      line: candidate.sdpMLineIndex,
    })
  })
  connection.addEventListener('connectionstatechange', () => {
    if (!closed) onState(connection.connectionState)
  })
  connection.addEventListener('track', ({ streams: [other], track: heard }) => {
    voice = other ?? new MediaStream([heard])
    player.srcObject = voice
    onVoice()
    void play()
  })
  if (!isOn) switchOn(false)

  return {
    state: () => connection.connectionState,
    isOffering: () => connection.signalingState === 'have-local-offer',
    isOf: (offer) => offer !== undefined && offer === number,
    async offer() {
      await connection.setLocalDescription()
      if (isWhole) await gathered(connection)
      say('offer')
    },
    offerAgain: () => say('offer'),
    async hear(signal) {
      if (signal.kind === 'offer') {
        number = signal.offer
        await describeOther({ type: 'offer', sdp: signal.sdp })
        await connection.setLocalDescription()
        return say('answer')
      }
      if (signal.offer !== undefined && signal.offer !== number) return
      if (signal.kind === 'candidate') {
        if (connection.remoteDescription) add(signal)
        else early.push(signal)
      } else if (connection.signalingState === 'have-local-offer')
        await describeOther({ type: 'answer', sdp: signal.sdp })
    },
    switchOn,
    say(next) {
      if (next === track) return
      track = next
      if (isHeard) void sender?.replaceTrack(track).catch(() => {}) // closed meanwhile
    },
    voice: () => voice,
    press(key) {
      const keys = sender?.dtmf
      if (!keys?.canInsertDTMF) return false
      keys.insertDTMF(keys.toneBuffer + key, KEY, PAUSE)
      return true
    },
    play,
    close() {
      closed = true
      player.srcObject = null
      connection.close()
    },
  }
}
