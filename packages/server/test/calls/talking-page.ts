import type { Page } from 'playwright-core'

/** What a page does that talks: it says a tone, and can tell which one it hears. */
const SCRIPT = `
  window.talk = async (tone) => {
    const context = new AudioContext({ sampleRate: 48000 })
    await context.resume()
    const wave = new OscillatorNode(context, { frequency: tone })
    const out = new MediaStreamAudioDestinationNode(context)
    wave.connect(new GainNode(context, { gain: 0.5 })).connect(out)
    wave.start()
    const connection = new RTCPeerConnection()
    connection.addTrack(out.stream.getAudioTracks()[0], out.stream)
    const analyser = new AnalyserNode(context, { fftSize: 16384 })
    connection.ontrack = ({ track }) => {
      const stream = new MediaStream([track])
      // Without an element that plays it, Chromium decodes nothing.
      window.element = new Audio()
      window.element.srcObject = stream
      void window.element.play()
      context.createMediaStreamSource(stream).connect(analyser)
    }
    window.call = { connection, analyser, context }
  }
  window.gathered = async () => {
    const { connection } = window.call
    await connection.setLocalDescription()
    for (let n = 0; connection.iceGatheringState !== 'complete' && n < 100; n++) await new Promise((r) => setTimeout(r, 20))
    return connection.localDescription.sdp
  }
  window.heard = () => {
    const { analyser, context } = window.call
    const bins = new Float32Array(analyser.frequencyBinCount)
    analyser.getFloatFrequencyData(bins)
    let top = 1
    for (let i = 1; i < bins.length; i++) if (bins[i] > bins[top]) top = i
    return { hertz: Math.round((top * context.sampleRate) / analyser.fftSize), decibel: Math.round(bins[top]) }
  }
`

export interface Heard {
  readonly hertz: number
  readonly decibel: number
}

/** A blank page that talks, as the page of an agent or a visitor would. */
export async function talkingPage(page: Page, tone: number) {
  await page.evaluate(SCRIPT)
  await page.evaluate(`window.talk(${tone})`)
  return {
    offer: () => page.evaluate('window.gathered()') as Promise<string>,
    takes: (type: 'offer' | 'answer', sdp: string) =>
      page.evaluate(`window.call.connection.setRemoteDescription(${JSON.stringify({ type, sdp })})`),
    state: () => page.evaluate('window.call.connection.connectionState') as Promise<string>,
    hears: () => page.evaluate('window.heard()') as Promise<Heard>,
  }
}
