/** Each party hears this agent and all other parties. */
export interface Mixer<Party> {
  /** The voice of a party has come. */
  put: (party: Party, voice: MediaStream) => void
  /** A party has left. */
  remove: (party: Party) => void
  /** What this party is to hear. */
  trackFor: (party: Party) => MediaStreamTrack | null
  close: () => void
}

/**
 * Joins the voices of more than two in the page of one agent: the media engine connects a telephone with one page only. `own`: the
 * microphone.
 */
export function makeMixer<Party>(own: MediaStream): Mixer<Party> {
  const context = new AudioContext()
  void context.resume()
  const microphone = context.createMediaStreamSource(own)
  const voices = new Map<Party, { stream: MediaStream; source: MediaStreamAudioSourceNode }>()
  const ears = new Map<Party, MediaStreamAudioDestinationNode>()

  function earsOf(party: Party): MediaStreamAudioDestinationNode {
    const known = ears.get(party)
    if (known) return known
    const made = context.createMediaStreamDestination()
    microphone.connect(made)
    for (const [other, { source }] of voices) if (other !== party) source.connect(made)
    ears.set(party, made)
    return made
  }
  function remove(party: Party): void {
    voices.get(party)?.source.disconnect()
    voices.delete(party)
  }

  return {
    put(party, stream) {
      if (voices.get(party)?.stream === stream) return
      remove(party)
      const source = context.createMediaStreamSource(stream)
      voices.set(party, { stream, source })
      for (const [other, ear] of ears) if (other !== party) source.connect(ear)
    },
    remove(party) {
      remove(party)
      const ear = ears.get(party)
      if (ear) microphone.disconnect(ear)
      ears.delete(party)
    },
    trackFor: (party) => earsOf(party).stream.getAudioTracks()[0] ?? null,
    close: () => void context.close(),
  }
}
