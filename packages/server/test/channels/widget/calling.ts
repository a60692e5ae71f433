import type { Call, CallSignal } from '@deskbell/protocol/agent/call'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import type { Page } from 'playwright-core'
import { CALL_FLAGS } from '../../calls/call-browser.ts'
import { ANN } from '../../test-server.ts'
import { call, OPEN, startSite } from './site.ts'
import { soon } from './soon.ts'

/** What is waited for on a busy machine (ms). */
export const WITHIN = 30_000
/** Pitches of what the visitor and the agent say (Hz). */
export const [VISITOR_TONE, AGENT_TONE] = [520, 880]

/** A tone in the place of the microphone. */
const TONE = `
  const toneOf = (pitch) => {
    const context = new AudioContext(), wave = context.createOscillator(), out = context.createMediaStreamDestination()
    wave.frequency.value = pitch
    wave.connect(out)
    wave.start()
    void context.resume()
    return out.stream
  }
  /** The loudest frequency of a stream (Hz), or 0 in silence. */
  const pitchOf = async (stream) => {
    const context = new AudioContext(), analyser = context.createAnalyser()
    await context.resume()
    analyser.fftSize = 8192
    context.createMediaStreamSource(stream).connect(analyser)
    await new Promise((resolve) => setTimeout(resolve, 400))
    const bins = new Float32Array(analyser.frequencyBinCount)
    analyser.getFloatFrequencyData(bins)
    let top = 1
    for (let i = 1; i < bins.length; i++) if (bins[i] > bins[top]) top = i
    const heard = bins[top] > -70 ? Math.round((top * context.sampleRate) / analyser.fftSize) : 0
    await context.close()
    return heard
  }`

/** The page of a visitor whose microphone gives a tone, with open shadow roots. */
export const TALKS = `${OPEN}<script>{${TONE}
  window.pitchOf = pitchOf
  navigator.mediaDevices.getUserMedia = async () => { const stream = toneOf(${VISITOR_TONE}); (window.microphones ??= []).push(stream); return stream }
}</script>`

/** The page of an agent: makes offers, with a tone in the place of the microphone. */
const AGENT_PAGE = `<p>Agent</p><script>{${TONE}
  let peer, number = 0, early = [], remote
  window.offer = async () => {
    peer?.close()
    early = []
    remote = undefined
    const own = peer = new RTCPeerConnection()
    const offer = ++number
    for (const track of toneOf(${AGENT_TONE}).getTracks()) own.addTrack(track)
    own.onicecandidate = ({ candidate }) => {
      if (candidate?.candidate && own === peer)
        said({ kind: 'candidate', offer, candidate: candidate.candidate, mid: candidate.sdpMid, line: candidate.sdpMLineIndex })
    }
    own.ontrack = ({ track }) => {
      remote = new MediaStream([track])
      const audio = document.createElement('audio')
      audio.srcObject = remote
      audio.play()
    }
    await own.setLocalDescription()
    said({ kind: 'offer', offer, sdp: own.localDescription.sdp })
  }
  window.take = async (signal) => {
    if (signal.kind === 'ready') return window.offer()
    if (signal.offer !== number) return
    if (signal.kind === 'answer') {
      await peer.setRemoteDescription({ type: 'answer', sdp: signal.sdp })
      for (const one of early.splice(0)) await peer.addIceCandidate(one)
    }
    if (signal.kind !== 'candidate') return
    const one = { candidate: signal.candidate, sdpMid: signal.mid, sdpMLineIndex: signal.line }
    if (peer.remoteDescription) await peer.addIceCandidate(one)
    else early.push(one)
  }
  window.heardPitch = () => (remote ? pitchOf(remote) : 0)
  window.leave = () => peer?.close()
}</script>`

export type CallSite = Awaited<ReturnType<typeof startCallSite>>

/** A site whose visitors may call from the page. */
export async function startCallSite(options: Parameters<typeof startSite>[0] = {}) {
  const site = await startSite({ ...options, flags: CALL_FLAGS })
  // Pictures take longer than calls ring otherwise.
  const settings = { fromPage: true, perVisitor: 0, perAddress: 0, ring: 120, wait: 300 }
  await site.server.agent().call('PATCH', '/call-settings', settings)
  return site
}

/** An agent at a page of their own, who can take calls. */
export async function answering(site: CallSite, email = ANN) {
  const agent = site.server.agent(email)
  const connection = await agent.connects()
  const page = await site.visit({ html: AGENT_PAGE })
  let current = 0
  await page.exposeFunction('said', (signal: CallSignal) =>
    connection.send({ type: 'signal', call: current, to: 'visitor', signal }),
  )
  connection.socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as ServerFrame
    if (frame.type === 'signal' && frame.call === current)
      void page.evaluate(`take(${JSON.stringify(frame.signal)})`).catch(() => {})
  })
  return {
    connection,
    /** The number of the call that rings now, later than `after`. */
    async rings(after = 0): Promise<number> {
      let found: number | undefined
      await soon(() => {
        for (const one of connection.frames)
          if (one.type === 'call' && one.call.id > after && one.call.rings.length > 0) found = one.call.id
        return found !== undefined
      }, WITHIN)
      return found!
    },
    /** The call as it is when it has ended. */
    async ends(id: number): Promise<Call> {
      let found: Call | undefined
      await soon(() => {
        for (const one of connection.frames)
          if (one.type === 'call' && one.call.id === id && one.call.ended !== null) found = one.call
        return found !== undefined
      }, WITHIN)
      return found!
    },
    does: (what: string, body?: object) => agent.call('POST', `/calls/${current}/${what}`, body),
    async accepts(id: number): Promise<void> {
      current = id
      const { status, text } = await agent.call('POST', `/calls/${id}/accept`)
      if (status !== 200) throw new Error(text)
      await page.evaluate('offer()')
    },
    /** Ends what is left of a test that failed. */
    async isFree(): Promise<void> {
      const calls = new Map(connection.frames.flatMap((one) => (one.type === 'call' ? [[one.call.id, one.call]] : [])))
      for (const { id, ended, agents } of calls.values())
        if (ended === null) await agent.call('POST', `/calls/${id}/${agents.length > 0 ? 'hang-up' : 'decline'}`, {})
    },
    /** The page makes another offer, as one that has loaded anew. */
    offers: () => page.evaluate('offer()'),
    breaks: () => page.evaluate('leave()'),
    hears: (pitch: number) => soon(async () => near(await page.evaluate<number>('heardPitch()'), pitch), WITHIN),
    hearsNothing: () => soon(async () => (await page.evaluate<number>('heardPitch()')) === 0, WITHIN),
    async close(): Promise<void> {
      connection.close()
      await page.context().close()
    },
  }
}
export type Answering = Awaited<ReturnType<typeof answering>>

const near = (one: number, other: number): boolean => Math.abs(one - other) < 15

/** The visitor hears this pitch from one of the sounds of the widget. */
export const visitorHears = (page: Page, pitch: number): Promise<void> =>
  soon(
    async () =>
      near(
        await page.evaluate<number>(`(async () => {
          const root = document.querySelector('deskbell-widget').shadowRoot
          const stream = [...root.querySelectorAll('audio')].map((one) => one.srcObject).find(Boolean)
          return stream ? pitchOf(stream) : 0
        })()`),
        pitch,
      ),
    WITHIN,
  )

/** How many tracks of microphones are still open. */
export const openTracks = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `(window.microphones ?? []).flatMap((one) => one.getTracks()).filter((one) => one.readyState === 'live').length`,
  )

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** What the call says now. */
export const says = (page: Page, text: string | RegExp) =>
  page.locator('.call [role=status], .callbar [role=status]').getByText(text).filter({ visible: true })

/** The visitor opens the window and calls. */
export async function places(page: Page): Promise<void> {
  await call(page, 'open')
  await button(page, 'Call us').click()
  const allow = button(page, 'Use the microphone')
  const go = button(page, 'Call now')
  await allow.or(go).waitFor()
  if (await allow.isVisible()) await allow.click()
  await go.click()
}
