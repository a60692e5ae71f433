import type { WidgetCore } from '../core/core.ts'
import { button, el, icon, toFace } from '../window/start.ts'
import { type Call, isInView } from './call.ts'
import { DRAWINGS } from './drawings.ts'
import { followLevel } from './level.ts'
import { bare } from './microphone.ts'
import { type Act, toScreen } from './screens.ts'
import { toDuration } from './time.ts'
import type { CallWords } from './words.ts'

/** A level above this is a voice. */
const VOICE = 0.35
/** After this time without a voice, the visitor is asked whether the microphone is muted (ms). */
const SILENT_AFTER = 6000

/** The call in the window. Elements stay where only their texts change, so that screen readers announce these. */
export function toView(core: WidgetCore, call: Call, words: CallWords) {
  const { settings } = core.boot
  const face = el('div', { className: 'callface' })
  const title = el('h2', { tabIndex: -1, dir: 'auto' })
  const state = el('p', { role: 'status' })
  const time = el('div', { className: 'calltime', role: 'timer' })
  const bar = el('i', {})
  const meter = el('div', { className: 'level', ariaHidden: 'true', hidden: true }, bar)
  const acts = el('div', { className: 'callacts' })
  const box = el('div', { className: 'call', role: 'group' }, face, title, state, time, meter, acts)
  let followed: MediaStream | undefined
  let stop = () => {}
  let checkedAt = 0
  let isHeard = false
  /** The step in which the focus was set. */
  let step = call.step

  const toButton = ({ name, text, icon: drawing, kind, press }: Act): HTMLButtonElement => {
    const one = drawing
      ? button(`round ${kind}`, press, icon(DRAWINGS[drawing]), el('span', {}, text))
      : button(kind, press, text)
    one.dataset['act'] = name
    return one
  }
  /** The keyboard's focus stays on the same button within a step; else it is on the first one, or on the title. */
  const setActs = (wanted: readonly Act[]): void => {
    const sign = wanted.map(({ name, text, kind }) => `${name} ${kind} ${text}`).join()
    if (acts.dataset['sign'] === sign) return
    const { activeElement: focused } = core.boot.root
    const hadFocus = box.contains(focused)
    acts.dataset['sign'] = sign
    acts.replaceChildren(...wanted.map((act) => toButton(bare(act))))
    const first = acts.querySelector<HTMLElement>('button')
    if (first) first.dataset['first'] = ''
    if (!hadFocus) return
    const name = (focused as HTMLElement).dataset['act']
    const same = name && call.step === step && acts.querySelector<HTMLElement>(`[data-act=${name}]`)
    ;(same || first || title).focus()
    step = call.step
  }
  const setText = (element: HTMLElement, text: string): void => {
    // Unchanged text is not announced again by screen readers.
    if (element.textContent !== text) element.textContent = text
  }
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
    const screen = bare(toScreen(core, call, words, hearing))
    box.className = `call ${screen.look}`
    box.ariaLabel = screen.title
    setText(title, screen.title)
    setText(state, screen.text)
    state.className = screen.isBad ? 'bad' : ''
    setText(time, screen.time === undefined ? '' : toDuration(screen.time))
    time.hidden = screen.time === undefined
    setActs(screen.acts)
    const { agent } = screen
    const sign = JSON.stringify([agent ?? screen.drawing])
    if (face.dataset['sign'] === sign) return
    face.dataset['sign'] = sign
    const photo = agent ? agent.photo : (settings.logo ?? undefined)
    const isPerson = agent !== undefined || screen.drawing === undefined
    face.replaceChildren(
      isPerson
        ? toFace(agent?.name ?? screen.title, photo, core.base)
        : el('span', { className: 'face' }, icon(DRAWINGS[screen.drawing!])),
    )
  }
  return { box, draw }
}
