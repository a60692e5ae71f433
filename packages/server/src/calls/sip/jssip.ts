import { createRequire } from 'node:module'
import type * as JsSIP from 'jssip'
import type { AnswerOptions } from 'jssip/lib/RTCSession.js'

/** The description of one telephone's sound, where JsSIP expects a connection of WebRTC. */
export interface LegSound {
  readonly local: string
  remote: string | undefined
}

/** Offers and answers what the media engine said; JsSIP is to know nothing of sound. */
class Connection extends EventTarget {
  readonly iceGatheringState = 'complete'
  signalingState = 'stable'
  readonly #sound: LegSound
  localDescription: { readonly type: string; readonly sdp: string } | undefined
  remoteDescription: { readonly type: string; readonly sdp: string } | undefined

  constructor({ sound }: { sound: LegSound }) {
    super()
    this.#sound = sound
  }

  createOffer() {
    return Promise.resolve({ type: 'offer', sdp: this.#sound.local })
  }

  createAnswer() {
    return Promise.resolve({ type: 'answer', sdp: this.#sound.local })
  }

  setLocalDescription(description: { type: string; sdp: string }) {
    this.localDescription = description
    this.signalingState = description.type === 'offer' ? 'have-local-offer' : 'stable'
    return Promise.resolve()
  }

  setRemoteDescription(description: { type: string; sdp: string }) {
    this.remoteDescription = description
    this.#sound.remote = description.sdp
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable'
    return Promise.resolve()
  }

  getSenders() {
    return []
  }

  addTrack() {}

  close() {
    this.signalingState = 'closed'
  }
}

const noTracks = () => []

/** Options of each call: JsSIP asks for no microphone. */
export const NO_MEDIA = {
  mediaConstraints: { audio: false, video: false },
  mediaStream: { getTracks: noTracks, getAudioTracks: noTracks, getVideoTracks: noTracks } as unknown as NonNullable<
    AnswerOptions['mediaStream']
  >,
}

/** JsSIP reads two globals of browsers, so it is loaded in a thread of its own. */
export function loadJsSip(): typeof JsSIP {
  class Description {
    constructor(init: object) {
      Object.assign(this, init)
    }
  }
  Object.assign(globalThis, {
    window: { RTCPeerConnection: Connection },
    RTCPeerConnection: Connection,
    RTCSessionDescription: Description,
  })
  return createRequire(import.meta.url)('jssip') as typeof JsSIP
}
