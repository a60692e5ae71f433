/** Tells how loud the microphone is, from 0 to 1, for each picture that the browser draws. Returns the function that ends it. */
export function followLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  let frame = 0
  let context: AudioContext
  try {
    context = new AudioContext()
  } catch {
    return () => {}
  }
  const analyser = context.createAnalyser()
  analyser.fftSize = 512
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  let shown = 0
  const look = (): void => {
    frame = requestAnimationFrame(look)
    // Browsers start it after the visitor has used the page.
    if (context.state !== 'running') return void context.resume().catch(() => {})
    analyser.getFloatTimeDomainData(samples)
    let sum = 0
    for (const one of samples) sum += one * one
    // From -60 dB, a silent room, to -10 dB, a loud voice.
    const decibel = 10 * Math.log10(sum / samples.length + 1e-9)
    const level = Math.min(1, Math.max(0, (decibel + 60) / 50))
    // It rises at once and falls slowly, as a voice is heard.
    shown = Math.max(level, shown * 0.92)
    onLevel(shown)
  }
  look()
  return () => {
    cancelAnimationFrame(frame)
    void context.close().catch(() => {})
  }
}
