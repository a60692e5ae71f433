import type { WidgetCore } from '../core/core.ts'
import { isOpen } from '../core/states.ts'

/** How much of a message is shown above the label. */
const SHOWN = 160

let context: AudioContext | undefined

/** Announces a new message that the visitor does not see: with a sound, and with its beginning above the label. */
export function announce(core: WidgetCore): void {
  if (core.boot.settings.sound) chime()
  const last = core.entries.at(-1)
  if (isOpen(core.state) || last?.type !== 'message' || !last.text) return
  core.bubble = toBeginning(last.text)
  core.changed()
}

/** The name of the author of the text above the label; undefined for a text of a page's rule. */
export function speakerOf({ entries, bubble }: WidgetCore): string | undefined {
  const said = entries.findLast((one) => one.type === 'message' && toBeginning(one.text) === bubble)
  return said?.type === 'message' ? said.agent?.name : undefined
}

function toBeginning(text: string): string {
  const letters = [...text]
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : text
}

/** Two soft notes. Browsers allow sound only after the visitor has interacted with the page. */
function chime(): void {
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
