let playing: HTMLAudioElement | null = null

/** Plays this one. One that another part of the window plays is paused. */
export async function playAlone(audio: HTMLAudioElement): Promise<void> {
  if (playing !== audio) playing?.pause()
  playing = audio
  try {
    await audio.play()
  } catch (error) {
    // Paused, or closed, before it began; or the browser waits for a click. What is wrong with the file is an event.
    if (!(error instanceof DOMException)) throw error
  }
}
