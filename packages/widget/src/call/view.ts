import type { WidgetCore } from '../core/core.ts'
import { isInView, toScreenView } from '../screen/start.ts'
import { el } from '../window/start.ts'
import type { Call } from './call.ts'
import { followLevel } from './level.ts'
import { toScreen } from './screens.ts'
import type { CallWords } from './words.ts'

/** A level above this is a voice. */
const VOICE = 0.35
/** After this time without a voice, the visitor is asked whether the microphone is muted (ms). */
const SILENT_AFTER = 6000

/** The call in the window, with the level of the microphone while it can be tried. */
export function toView(core: WidgetCore, call: Call, words: CallWords) {
  const bar = el('i', {})
  const meter = el('div', { className: 'level', ariaHidden: 'true', hidden: true }, bar)
  const { box, draw: drawScreen } = toScreenView(core, meter)
  let followed: MediaStream | undefined
  let stop = () => {}
  let checkedAt = 0
  let isHeard = false

  const setLevel = (): void => {
    const stream = call.step === 'check' ? call.stream : undefined
    if (stream === followed) return
    followed = stream
    stop()
    isHeard = false
    checkedAt = Date.now()
    meter.hidden = !stream
    if (stream)
      stop = followLevel(stream, (level) => {
        bar.style.transform = `scaleX(${level.toFixed(3)})`
        if (level > VOICE && !isHeard) {
          isHeard = true
          core.changed()
        }
      })
  }

  const draw = (): void => {
    setLevel()
    if (!isInView(core)) return
    const hearing = isHeard ? 'works' : Date.now() - checkedAt > SILENT_AFTER ? 'silent' : 'speak'
    drawScreen(toScreen(core, call, words, hearing), call.step)
  }
  return { box, draw }
}
