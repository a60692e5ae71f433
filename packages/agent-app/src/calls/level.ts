/** How often the level is measured, ms. */
const EVERY = 120
/** Speech at the usual distance has about this amplitude; it fills the bar. */
const FULL = 0.25

/** Measures how loud a stream is, from 0 to 1. Returns the function that ends it. */
export function watchLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const audio = new AudioContext()
  const analyser = audio.createAnalyser()
  analyser.fftSize = 512
  audio.createMediaStreamSource(stream).connect(analyser)
  void audio.resume().catch(() => {})
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    onLevel(Math.min(1, Math.sqrt(power) / FULL))
  }, EVERY)
  return () => {
    clearInterval(timer)
    void audio.close().catch(() => {})
  }
}
