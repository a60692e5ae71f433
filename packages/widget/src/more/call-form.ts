import type { CallPart } from '../call/start.ts'
import type { WidgetCore } from '../core/core.ts'
import type { Words } from '../words/en.ts'
import { button, el, icon } from '../window/start.ts'
import { PHONE } from './phone-icon.ts'

const forms = new WeakMap<WidgetCore, HTMLElement>()

/** The content of the window while the visitor calls; a form that leads to the chat when they cannot. */
export function callForm(core: WidgetCore, words: Words): HTMLElement {
  const known = forms.get(core)
  if (known) return known
  const place = el('div', { className: 'calls' })
  forms.set(core, place)
  let shown = ''
  const show = (content: HTMLElement): void => {
    const hadFocus =
      place.contains(core.boot.root.activeElement) || core.boot.root.activeElement?.matches('.panel') === true
    place.replaceChildren(content)
    if (hadFocus) content.querySelector<HTMLElement>('[data-first]')?.focus()
  }
  const draw = (): void => {
    const isPossible = core.calls === 'on' || core.inCall === true
    const now = isPossible ? 'call' : `${core.callTitle} ${core.calls}`
    if (now === shown) return
    shown = now
    if (!isPossible) return show(toNoCalls(core, words))
    void core.boot.load('call').then((part) => {
      if (shown === now) show((part as CallPart | undefined)?.view ?? toNoCalls(core, words))
    })
  }
  core.watch(draw)
  draw()
  return place
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
