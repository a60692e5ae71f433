import type { Desk } from '../core/desk.ts'
import { isOpen } from '../core/states.ts'

/** So much of a message stands above the label. */
const SHOWN = 160

let context: AudioContext | undefined

/** Something was said that the visitor does not have before the eyes: it sounds, and its beginning stands above the label. */
export function announce(desk: Desk): void {
  if (desk.boot.settings.sound) chime()
  const last = desk.entries.at(-1)
  if (isOpen(desk.state) || last?.type !== 'message' || !last.text) return
  desk.bubble = toBeginning(last.text)
  desk.changed()
}

/** The name of whoever said what stands above the label; undefined for what a rule of the page says. */
export function speakerOf({ entries, bubble }: Desk): string | undefined {
  const said = entries.findLast((one) => one.type === 'message' && toBeginning(one.text) === bubble)
  return said?.type === 'message' ? said.agent?.name : undefined
}

function toBeginning(text: string): string {
  const letters = [...text]
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : text
}

/** Two soft notes. Browsers let a page sound when somebody has touched it; before that it is silent. */
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
