// In an agent's window: the microphone is a tone, and what comes from the other sides can be measured.
;(() => {
  const audio = new AudioContext()
  const analysers = new Set()
  const players = []

  window.ears = {
    /** The tone of the microphone, Hz; 'refused': the browser gives none. */
    microphone: Number(window.TONE) || 440,
    /** How many ways the page has opened. */
    opened: 0,
    /** How loud a tone is in what comes in, dB. */
    level(hertz) {
      let best = -Infinity
      for (const { analyser, connection } of analysers) {
        if (connection.signalingState === 'closed') continue
        const bins = new Float32Array(analyser.frequencyBinCount)
        analyser.getFloatFrequencyData(bins)
        const bin = Math.round(hertz / (audio.sampleRate / analyser.fftSize))
        best = Math.max(best, ...bins.slice(bin - 1, bin + 2))
      }
      return best
    },
    /** What the browser knows of each way that the page has opened, for the message of a test that fails. */
    async told() {
      const ways = [...analysers].map(async ({ connection }) => {
        const stats = [...(await connection.getStats()).values()]
        const one = (type) => stats.find((each) => each.type === type && each.kind !== 'video') ?? {}
        return {
          state: `${connection.signalingState}, ${connection.connectionState}, ${connection.iceConnectionState}`,
          came: one('inbound-rtp').packetsReceived,
          loud: one('inbound-rtp').audioLevel,
          went: one('outbound-rtp').packetsSent,
          spoken: one('media-source').audioLevel,
        }
      })
      return JSON.stringify({ audio: audio.state, ways: await Promise.all(ways) })
    },
    /** The ways that are open break: the browser says that they have failed. */
    cut() {
      for (const { connection } of analysers) {
        if (connection.connectionState !== 'connected') continue
        connection.close()
        Object.defineProperty(connection, 'connectionState', { get: () => 'failed' })
        connection.dispatchEvent(new Event('connectionstatechange'))
      }
    },
    /** Whether a player plays aloud. */
    isLoud: () => players.some((one) => one.srcObject && !one.muted && !one.paused),
  }

  const Player = window.Audio
  window.Audio = function () {
    const player = new Player()
    players.push(player)
    return player
  }

  const Connection = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Connection {
    constructor(options) {
      super(options)
      window.ears.opened++
      this.addEventListener('track', ({ streams: [stream] }) => {
        // Chromium lets WebAudio hear a stream only when an element plays it too.
        const silent = new Player()
        silent.muted = true
        silent.srcObject = stream
        silent.play().catch(() => {})
        const analyser = audio.createAnalyser()
        analyser.fftSize = 4096
        analyser.smoothingTimeConstant = 0.2
        audio.createMediaStreamSource(stream).connect(analyser)
        analysers.add({ analyser, connection: this, silent })
      })
    }
  }

  if (!navigator.mediaDevices) return
  navigator.mediaDevices.getUserMedia = async () => {
    if (window.ears.microphone === 'refused') throw new DOMException('refused', 'NotAllowedError')
    await audio.resume()
    const [tone, gain, out] = [audio.createOscillator(), audio.createGain(), audio.createMediaStreamDestination()]
    tone.frequency.value = window.ears.microphone
    gain.gain.value = 0.3
    tone.connect(gain).connect(out)
    tone.start()
    return out.stream
  }
})()
