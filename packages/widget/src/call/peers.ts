import type { CallSignal } from '@deskbell/protocol/agent/call'
import type { IceServer } from '@deskbell/protocol/agent/call-settings'
import { el } from '../window/start.ts'
import { bare } from '../screen/start.ts'

interface Options {
  ice: readonly IceServer[]
  /** The one that is used now: it may be replaced during the call. */
  microphone: () => MediaStream | undefined
  /** In the document: some browsers are silent elsewhere. */
  place: ParentNode
  say: (to: number, signal: CallSignal) => void
  onChange: () => void
}
type Candidate = Extract<CallSignal, { kind: 'candidate' }>
interface Peer {
  /** The number of the offer that it answers. */
  readonly offer: number | undefined
  readonly connection: RTCPeerConnection
  readonly audio: HTMLAudioElement
  /** The agent's description is there: candidates can be added. */
  isDescribed: boolean
}

const ofOffer = (offer: number | undefined) => offer !== undefined && { offer }

/** The connections to the pages of the agents in a call, by their numbers. The agents' pages make the offers. */
export function openPeers({ ice, microphone, place, say, onChange }: Options) {
  const peers = new Map<number, Peer>()
  /** Candidates that have come before the description. */
  const early = new Map<number, Candidate[]>()
  const iceServers = ice.map(({ url, ...access }) => bare({ urls: url, ...access }))
  /** The browser plays no sound before the visitor has used the page. */
  let isSilent = false

  const play = (audio: HTMLAudioElement): void => {
    audio.play().then(
      () => {
        if (isSilent) onChange()
        isSilent = false
      },
      (error: Error) => {
        if (error.name !== 'NotAllowedError') return
        isSilent = true
        onChange()
      },
    )
  }
  const drop = (agent: number): void => {
    const peer = peers.get(agent)
    if (!peer) return
    peers.delete(agent)
    peer.connection.close()
    peer.audio.remove()
  }
  const add = (peer: Peer, { offer, candidate, mid, line }: Candidate): void => {
    // A candidate that this browser does not understand is one way less.
    if (offer === undefined || offer === peer.offer)
      peer.connection.addIceCandidate(bare({ candidate, sdpMid: mid, sdpMLineIndex: line })).catch(() => {})
  }
  const makePeer = (agent: number, offer: number | undefined): Peer => {
    const connection = new RTCPeerConnection(bare({ iceServers }))
    const audio = el('audio', { autoplay: true, hidden: true })
    const peer: Peer = { offer, connection, audio, isDescribed: false }
    place.append(audio)
    connection.ontrack = ({ streams: [stream], track }) => {
      audio.srcObject = stream ?? new MediaStream([track])
      play(audio)
    }
    connection.onicecandidate = ({ candidate }) => {
      if (!candidate?.candidate) return
      const { sdpMid: mid, sdpMLineIndex: line } = candidate
      say(agent, { kind: 'candidate', ...ofOffer(offer), candidate: candidate.candidate, mid, line })
    }
    connection.onconnectionstatechange = onChange
    return peer
  }
  /** An agent's page that has loaded anew makes another offer: its connection replaces the one before. An offer may arrive twice. */
  const answer = async (agent: number, offer: number | undefined, sdp: string): Promise<void> => {
    if (offer !== undefined && peers.get(agent)?.offer === offer) return
    drop(agent)
    const peer = makePeer(agent, offer)
    const { connection } = peer
    peers.set(agent, peer)
    try {
      await connection.setRemoteDescription(bare({ type: 'offer', sdp }))
      const stream = microphone()
      for (const track of stream?.getTracks() ?? []) connection.addTrack(track, stream!)
      peer.isDescribed = true
      for (const one of early.get(agent) ?? []) add(peer, one)
      early.delete(agent)
      await connection.setLocalDescription()
      const { localDescription } = connection
      if (localDescription && peers.get(agent) === peer)
        say(agent, { kind: 'answer', ...ofOffer(offer), sdp: localDescription.sdp })
    } catch {
      // The agent is asked for another offer after a while.
      if (peers.get(agent) === peer) drop(agent)
    }
    onChange()
  }

  return {
    hear: (agent: number, signal: CallSignal): void => {
      if (signal.kind === 'offer') return void answer(agent, signal.offer, signal.sdp)
      if (signal.kind !== 'candidate') return
      const peer = peers.get(agent)
      if (peer?.isDescribed) add(peer, signal)
      else early.set(agent, [...(early.get(agent) ?? []), signal].slice(-50))
    },
    /** Closes the connections to agents who have left the call. */
    keep: (agents: readonly number[]): void => {
      for (const agent of peers.keys()) if (!agents.includes(agent)) drop(agent)
    },
    stateOf: (agent: number): RTCPeerConnectionState | undefined => peers.get(agent)?.connection.connectionState,
    get isSilent() {
      return isSilent
    },
    /** To be called for a click of the visitor. */
    sound: (): void => {
      for (const { audio } of peers.values()) play(audio)
    },
    /** Another microphone takes the place of the one that was removed. */
    replace: (track: MediaStreamTrack): void => {
      for (const { connection } of peers.values())
        for (const sender of connection.getSenders()) void sender.replaceTrack(track).catch(() => {})
    },
    close: (): void => {
      for (const agent of peers.keys()) drop(agent)
    },
  }
}
export type Peers = ReturnType<typeof openPeers>
