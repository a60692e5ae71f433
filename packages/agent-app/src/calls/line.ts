import type { Call, CallSignal } from '@deskbell/protocol/agent/call'
import type { IceServer } from '@deskbell/protocol/agent/call-settings'
import { Cell } from '../live/cells.ts'
import { type MicrophoneFault, NoMicrophone, openMicrophone, stopMicrophone } from './microphone.ts'
import { makeMixer, type Mixer } from './mixer.ts'
import { openPeer, type Peer } from './peer.ts'
import { watchTelephone } from './watch-telephone.ts'
import { watchVisitor } from './watch-visitor.ts'

/** A way that is not found in this time is sought anew, ms. */
const AGAIN_AFTER = 7000
/** The same for a way to a telephone that was found and is lost: it may come back by itself. */
const BACK_AFTER = 2000
/** An offer to a telephone that rings is sent again after so long, ms. */
const SAID_EVERY = 5000

/** Whether the agent talks at their own telephone. */
export const isOnPhone = ({ agents }: Pick<Call, 'agents'>, me: number): boolean =>
  agents.some(({ id, on }) => id === me && on === 'phone')

/** Whether a browser of the agent carries the voices. */
export const isCarried = (call: Pick<Call, 'agents' | 'carrier'>, me: number): boolean =>
  call.carrier !== 'twilio' && !isOnPhone(call, me)

export type Party = 'visitor' | number
export type Trouble = 'no_microphone' | 'media_unavailable' | 'client_gone'
export type LineState = {
  microphone: 'asking' | 'on' | MicrophoneFault
  /** `calling`: the telephone of the client is called, and has not answered. */
  visitor: 'connecting' | 'calling' | 'connected' | 'lost'
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
  /** Presses a key of the client's telephone. Returns whether it is passed on. */
  press: (key: string) => boolean
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
  const isTelephone = first.carrier !== 'direct'
  let isAnswered = !isTelephone || first.connected.client !== null
  const state = new Cell<LineState>({ microphone: 'asking', visitor: 'connecting', muted: false, silent: false })
  const stream = new Cell<MediaStream | null>(null)
  const peers = new Map<Party, { peer: Peer; timer: ReturnType<typeof setTimeout> | undefined }>()
  const change = (what: Partial<LineState>) => state.set({ ...state.get(), ...what })
  const watched = { isLinked, onGone: onTrouble, onState: (visitor: LineState['visitor']) => change({ visitor }) }
  const visitor = isTelephone ? { ...watchTelephone(watched), isThere: () => {} } : watchVisitor(watched)

  let mixer: Mixer<Party> | undefined
  const isOn = (party: Party) => party !== 'visitor' || !call.held
  const isFirst = () => call.agents[0]?.id === me
  /** The media engine knows one page: that of the agent who has the call. Colleagues talk through it. */
  const reaches = (party: Party) => !isTelephone || isFirst() || party === call.agents[0]?.id
  const drop = (party: Party) => {
    const known = peers.get(party)
    clearTimeout(known?.timer)
    known?.peer.close()
    peers.delete(party)
    mixer?.remove(party)
  }

  function open(party: Party): Peer | null {
    const own = stream.get()
    if (!own || closed) return null
    drop(party)
    const peer = openPeer({
      ...{ ice, stream: own, isOn: isOn(party), isWhole: isTelephone && party === 'visitor' },
      send: (signal) => void send(party, signal),
      onState(now) {
        if (now === 'connected') clearTimeout(peers.get(party)?.timer)
        // A colleague hears the client through the page of the agent who has the call.
        if (party === 'visitor' || !reaches('visitor')) visitor.is(now)
        if (now === 'failed') offer(party)
        if (now === 'disconnected' && isTelephone) seekAgain(party, BACK_AFTER)
      },
      onSilent: () => change({ silent: true }),
      onVoice: mix,
    })
    peers.set(party, { peer, timer: undefined })
    mix()
    return peer
  }

  /** A colleague and the client at a telephone hear each other through this page. */
  function mix(): void {
    const own = stream.get()
    if (!own || !isTelephone || !isFirst()) return
    if (![...peers.keys()].some((party) => party !== 'visitor')) {
      peers.get('visitor')?.peer.say(own.getAudioTracks()[0] ?? null)
      mixer?.close()
      mixer = undefined
      return
    }
    mixer ??= makeMixer(own)
    for (const [party, { peer }] of peers) {
      const voice = peer.voice()
      if (voice) mixer.put(party, voice)
      peer.say(mixer.trackFor(party))
    }
  }

  function seekAgain(party: Party, after: number): void {
    const entry = peers.get(party)
    if (!entry) return
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => {
      if (peers.get(party) === entry && entry.peer.state() !== 'connected') offer(party)
    }, after)
  }

  /** While it rings, the offer is sent again: it may have been lost, and the server passes over one that it has. */
  function sayAgain(party: Party): void {
    const entry = peers.get(party)
    if (!entry) return
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => {
      if (peers.get(party) !== entry || !entry.peer.isOffering()) return
      entry.peer.offerAgain()
      sayAgain(party)
    }, SAID_EVERY)
  }

  function offer(party: Party): void {
    const peer = reaches(party) && open(party)
    if (!peer) return
    // A telephone rings for as long as its owner takes.
    const rings = party === 'visitor' && !isAnswered
    if (rings) {
      change({ visitor: 'calling' })
      sayAgain(party)
    } else seekAgain(party, AGAIN_AFTER)
    peer.offer().catch(() => {}) // closed meanwhile; else the timer offers again
  }

  /** The telephone has answered: from now on its voice must come. */
  function answered(): void {
    if (isAnswered) return
    isAnswered = true
    if (!peers.has('visitor')) return
    if (state.get().visitor === 'calling') change({ visitor: 'connecting' })
    visitor.begin()
    seekAgain('visitor', AGAIN_AFTER)
  }

  function hear(from: Party, signal: CallSignal): void {
    if (signal.kind === 'ready') {
      if (from === 'visitor') visitor.isThere()
      return offer(from)
    }
    const known = peers.get(from)?.peer
    if (signal.kind !== 'offer') {
      if (from === 'visitor' && signal.kind === 'answer') answered()
      return void known?.hear(signal).catch(() => {})
    }
    // It may arrive twice.
    if (known?.isOf(signal.offer)) return
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
    if (isAnswered) visitor.begin()
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
    press: (key) => peers.get('visitor')?.peer.press(key) ?? false,
    follow(now) {
      const before = call
      call = now
      for (const party of peers.keys())
        if (party !== 'visitor' && !now.agents.some(({ id }) => id === party)) drop(party)
      mix()
      if (now.held !== before.held) peers.get('visitor')?.peer.switchOn(!now.held)
      if (now.connected.client !== null) answered()
      // Those who had the call have left it to this agent.
      if (!peers.has('visitor') && reaches('visitor')) {
        offer('visitor')
        for (const { id } of now.agents) if (id !== me && !peers.has(id)) offer(id)
      }
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
      mixer?.close()
      const own = stream.get()
      if (own) stopMicrophone(own)
      stream.set(null)
    },
  }
}
