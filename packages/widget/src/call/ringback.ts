/** Pitch (Hz), and the length of a tone and of its repetition (s). */
const PITCH = 425
const TONE = 1
const EVERY = 4

/** The tone that a caller hears while it rings at the other side. Returns the function that ends it. */
export function playRingback(): () => void {
  try {
    const context = new AudioContext()
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = PITCH
    volume.gain.value = 0
    tone.connect(volume).connect(context.destination)
    tone.start()
    const ring = (): void => {
      const { currentTime: now } = context
      // Soft edges: a hard one clicks.
      volume.gain.setValueAtTime(0, now)
      volume.gain.linearRampToValueAtTime(0.05, now + 0.03)
      volume.gain.setValueAtTime(0.05, now + TONE)
      volume.gain.linearRampToValueAtTime(0, now + TONE + 0.03)
    }
    ring()
    const timer = setInterval(ring, EVERY * 1000)
    return () => {
      clearInterval(timer)
      void context.close().catch(() => {})
    }
  } catch {
    return () => {}
  }
}
