import type { Call, CallSignal } from '@deskbell/protocol/agent/call'
import type { IceServer } from '@deskbell/protocol/agent/call-settings'
import { Cell } from '../live/cells.ts'
import { type MicrophoneFault, NoMicrophone, openMicrophone, stopMicrophone } from './microphone.ts'
import { openPeer, type Peer } from './peer.ts'
import { watchVisitor } from './watch-visitor.ts'

/** A way that is not found in this time is sought anew, ms. */
const AGAIN_AFTER = 7000

export type Party = 'visitor' | number
export type Trouble = 'no_microphone' | 'media_unavailable' | 'client_gone'
export type LineState = {
  microphone: 'asking' | 'on' | MicrophoneFault
  visitor: 'connecting' | 'connected' | 'lost'
  muted: boolean
  /** The browser holds the sound back until the agent presses something. */
  silent: boolean
}

type Options = {
  call: Call
  /** This agent's number. */
  me: number
  readIce: () => Promise<readonly IceServer[]>
  send: (to: Party, signal: CallSignal) => boolean
  onTrouble: (why: Trouble) => void
  /** This window can reach the server. */
  isLinked: () => boolean
}

/** The voices of the call that this window carries: a connection to the visitor and to each colleague. */
export interface Line {
  readonly call: number
  readonly state: Cell<LineState>
  readonly stream: Cell<MediaStream | null>
  mute: (on: boolean) => void
  /** The call has changed. */
  follow: (call: Call) => void
  hear: (from: Party, signal: CallSignal) => void
  /** The server can be reached again: signals may have been lost. */
  relink: () => void
  playSound: () => void
  close: () => void
}

export function openLine({ call: first, me, readIce, send, onTrouble, isLinked }: Options): Line {
  let call = first
  let closed = false
  let ice: RTCIceServer[] = []
  const state = new Cell<LineState>({ microphone: 'asking', visitor: 'connecting', muted: false, silent: false })
  const stream = new Cell<MediaStream | null>(null)
  const peers = new Map<Party, { peer: Peer; timer: ReturnType<typeof setTimeout> | undefined }>()
  const change = (what: Partial<LineState>) => state.set({ ...state.get(), ...what })
  const visitor = watchVisitor({
    isLinked,
    onGone: (why) => onTrouble(why),
    onState: (now) => change({ visitor: now }),
  })

  const isOn = (party: Party) => party !== 'visitor' || !call.held
  const drop = (party: Party) => {
    const known = peers.get(party)
    clearTimeout(known?.timer)
    known?.peer.close()
    peers.delete(party)
  }

  function open(party: Party): Peer | null {
    const own = stream.get()
    if (!own || closed) return null
    drop(party)
    const peer = openPeer({
      ...{ ice, stream: own, isOn: isOn(party) },
      send: (signal) => void send(party, signal),
      onState(now) {
        if (now === 'connected') clearTimeout(peers.get(party)?.timer)
        if (party === 'visitor') visitor.is(now)
        if (now === 'failed') offer(party)
      },
      onSilent: () => change({ silent: true }),
    })
    peers.set(party, { peer, timer: undefined })
    return peer
  }

  function offer(party: Party): void {
    const peer = open(party)
    const entry = peers.get(party)
    if (!peer || !entry) return
    entry.timer = setTimeout(() => {
      if (peers.get(party) === entry && peer.state() !== 'connected') offer(party)
    }, AGAIN_AFTER)
    peer.offer().catch(() => {}) // closed meanwhile; else the timer offers again
  }

  function hear(from: Party, signal: CallSignal): void {
    if (signal.kind === 'ready') {
      if (from === 'visitor') visitor.isThere()
      return offer(from)
    }
    const known = peers.get(from)?.peer
    if (signal.kind !== 'offer') return void known?.hear(signal).catch(() => {})
    // Both offer at once: that of the agent with the smaller number counts.
    if (known?.isOffering() && typeof from === 'number' && me < from) return
    void open(from)
      ?.hear(signal)
      .catch(() => {})
  }

  void (async () => {
    try {
      const [own, servers] = await Promise.all([openMicrophone(), readIce().catch(() => [])])
      if (closed) return stopMicrophone(own)
      for (const track of own.getAudioTracks()) track.enabled = !state.get().muted
      ice = servers.map(({ url: urls, username, credential }) => ({
        urls,
        ...(username !== undefined && { username }),
        ...(credential !== undefined && { credential }),
      }))
      stream.set(own)
      change({ microphone: 'on' })
    } catch (error) {
      if (closed) return
      change({ microphone: error instanceof NoMicrophone ? error.fault : 'missing' })
      return onTrouble('no_microphone')
    }
    visitor.begin()
    offer('visitor')
    for (const { id } of call.agents) if (id !== me) offer(id)
  })()

  return {
    call: first.id,
    state,
    stream,
    mute(muted) {
      for (const track of stream.get()?.getAudioTracks() ?? []) track.enabled = !muted
      change({ muted })
    },
    follow(now) {
      const before = call
      call = now
      for (const party of peers.keys())
        if (party !== 'visitor' && !now.agents.some(({ id }) => id === party)) drop(party)
      if (now.held !== before.held) peers.get('visitor')?.peer.switchOn(!now.held)
    },
    hear,
    relink() {
      if (!stream.get()) return
      for (const [party, { peer }] of peers) if (peer.state() !== 'connected') offer(party)
    },
    playSound() {
      change({ silent: false })
      for (const { peer } of peers.values()) void peer.play()
    },
    close() {
      closed = true
      visitor.stop()
      for (const party of peers.keys()) drop(party)
      const own = stream.get()
      if (own) stopMicrophone(own)
      stream.set(null)
    },
  }
}
