import type { WidgetCore } from '../core/core.ts'
import { button, el, icon, toFace } from '../window/start.ts'
import { bare } from './bare.ts'
import { DRAWINGS, type Drawing } from './drawings.ts'
import { toDuration } from './time.ts'

export interface Act {
  readonly name: string
  readonly text: string
  /** Absent: a button with its text alone. */
  readonly icon?: Drawing
  readonly kind: 'go' | 'link' | 'plain' | 'off' | 'hang'
  readonly press: () => void
}
export interface Screen {
  readonly look: 'still' | 'rings' | 'talks'
  readonly title: string
  readonly text: string
  readonly isBad?: boolean
  /** Duration (ms). */
  readonly time?: number
  readonly agent?: { readonly name: string; readonly photo?: string }
  /** In the place of a face; absent: the company's. */
  readonly drawing?: Drawing
  /** In the place of all of these. */
  readonly face?: HTMLElement
  readonly acts: readonly Act[]
}

/**
 * A call in the window. Elements stay where only their texts change, so that screen readers announce these. `extra` stands above the
 * buttons.
 */
export function toScreenView(core: WidgetCore, extra: HTMLElement | false = false) {
  const { settings } = core.boot
  const face = el('div', { className: 'callface' })
  const title = el('h2', { tabIndex: -1, dir: 'auto' })
  const state = el('p', { role: 'status' })
  const time = el('div', { className: 'calltime', role: 'timer' })
  const acts = el('div', { className: 'callacts' })
  const box = el('div', { className: 'call', role: 'group' }, face, title, state, time, extra, acts)
  /** The step in which the focus was set. */
  let step = ''

  const toButton = ({ name, text, icon: drawing, kind, press }: Act): HTMLButtonElement => {
    const one = drawing
      ? button(`round ${kind}`, press, icon(DRAWINGS[drawing]), el('span', {}, text))
      : button(kind, press, text)
    one.dataset['act'] = name
    return one
  }
  /** The keyboard's focus stays on the same button within a step; else it is on the first one, or on the title. */
  const setActs = (wanted: readonly Act[], now: string): void => {
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
    const same = name && now === step && acts.querySelector<HTMLElement>(`[data-act=${name}]`)
    ;(same || first || title).focus()
    step = now
  }
  const setText = (element: HTMLElement, text: string): void => {
    // Unchanged text is not announced again by screen readers.
    if (element.textContent !== text) element.textContent = text
  }
  const setFace = ({ agent, drawing, face: own, title }: Screen): void => {
    if (own) {
      face.dataset['sign'] = ''
      if (face.firstChild !== own) face.replaceChildren(own)
      return
    }
    const sign = JSON.stringify([agent ?? drawing])
    if (face.dataset['sign'] === sign) return
    face.dataset['sign'] = sign
    const photo = agent ? agent.photo : (settings.logo ?? undefined)
    const isPerson = agent !== undefined || drawing === undefined
    face.replaceChildren(
      isPerson
        ? toFace(agent?.name ?? title, photo, core.base)
        : el('span', { className: 'face' }, icon(DRAWINGS[drawing])),
    )
  }

  /** `step`: the focus stays on a button as long as it is the same. */
  const draw = (given: Screen, step: string): void => {
    const screen = bare(given)
    box.className = `call ${screen.look}`
    box.ariaLabel = screen.title
    setText(title, screen.title)
    setText(state, screen.text)
    state.className = screen.isBad ? 'bad' : ''
    setText(time, screen.time === undefined ? '' : toDuration(screen.time))
    time.hidden = screen.time === undefined
    setActs(screen.acts, step)
    setFace(screen)
  }
  return { box, title, draw }
}
