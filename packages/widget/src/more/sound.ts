let context: AudioContext | undefined

/** Two soft notes. Browsers let a page sound when somebody has touched it; before that it is silent. */
export function chime(): void {
  if (navigator.userActivation?.hasBeenActive === false) return
  try {
    context ??= new AudioContext()
    const { currentTime: now, destination } = context
    for (const [i, pitch] of [660, 880].entries()) {
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0.08, now + i * 0.12)
      volume.gain.exponentialRampToValueAtTime(0.001, now + i * 0.12 + 0.25)
      tone.connect(volume).connect(destination)
      tone.start(now + i * 0.12)
      tone.stop(now + i * 0.12 + 0.3)
    }
  } catch {}
}
