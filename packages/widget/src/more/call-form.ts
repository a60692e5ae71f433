import type { CallPart } from '../call/start.ts'
import type { TelephonePart } from '../telephone/start.ts'
import type { WidgetCore } from '../core/core.ts'
import type { Words } from '../words/en.ts'
import { button, el, icon } from '../window/start.ts'
import { PHONE } from './phone-icon.ts'

const forms = new WeakMap<WidgetCore, HTMLElement>()

const wayOf = ({ calls, callback, inCall, phoned, way }: WidgetCore): 'call' | 'telephone' | undefined => {
  if (inCall) return 'call'
  if (phoned) return 'telephone'
  const isCalledBack = callback === 'on' || callback === 'closed'
  if (calls !== 'on') return isCalledBack ? 'telephone' : undefined
  return isCalledBack ? (way ?? (callback === 'on' ? 'telephone' : 'call')) : 'call'
}

/**
 * The content of the window while the visitor calls, or wants to be called back; where both are possible the visitor chooses. It
 * leads to the chat when neither is.
 */
export function callForm(core: WidgetCore, words: Words): HTMLElement {
  const known = forms.get(core)
  if (known) return known
  const ways = toWays(core, words)
  const content = el('div', { className: 'callway' })
  const place = el('div', { className: 'calls' }, ways.box, content)
  forms.set(core, place)
  let shown = ''
  const show = (now: HTMLElement): void => {
    const hadFocus =
      content.contains(core.boot.root.activeElement) || core.boot.root.activeElement?.matches('.panel') === true
    content.replaceChildren(now)
    if (hadFocus) now.querySelector<HTMLElement>('[data-first]')?.focus()
  }
  const draw = (): void => {
    const way = wayOf(core)
    ways.draw(way)
    const now = way ?? `${core.callTitle} ${core.calls}`
    if (now === shown) return
    shown = now
    if (!way) return show(toNoCalls(core, words))
    void core.boot.load(way).then((part) => {
      if (shown === now) show((part as CallPart | TelephonePart | undefined)?.view ?? toNoCalls(core, words))
    })
  }
  core.watch(draw)
  draw()
  return place
}

/** The choice between a call to the telephone and one from the page, while both are possible and neither is under way. */
function toWays(core: WidgetCore, words: Words) {
  const one = (way: 'call' | 'telephone', text: string) => {
    const press = (): void => {
      core.way = way
      core.changed()
    }
    return { way, made: button('', press, text) }
  }
  const all = [one('telephone', words.call), one('call', words.callHere)]
  const box = el('div', { className: 'ways', role: 'group', ariaLabel: words.callUs }, ...all.map(({ made }) => made))
  return {
    box,
    draw(current: string | undefined): void {
      const isCalledBack = core.callback === 'on' || core.callback === 'closed'
      box.hidden = core.calls !== 'on' || !isCalledBack || core.inCall === true || core.phoned === true
      for (const { way, made } of all) made.ariaPressed = String(way === current)
    },
  }
}

function toNoCalls(core: WidgetCore, words: Words): HTMLElement {
  const title = core.callTitle || (core.calls === 'closed' ? words.callUs : words.call)
  const toChat = button('go', () => core.wish('open'), words.toChat)
  toChat.dataset['first'] = ''
  return el(
    'div',
    { className: 'form nocall', role: 'group', ariaLabel: title },
    icon(PHONE),
    el('h2', {}, title),
    el('p', { role: 'status' }, core.calls === 'closed' ? words.callClosed : words.callOff),
    el('div', { className: 'acts' }, toChat),
  )
}
