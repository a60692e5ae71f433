import type { WidgetCore } from '../core/core.ts'
import { openChat } from '../core/thread.ts'
import { button, el } from '../window/start.ts'
import type { Words } from '../words/en.ts'

/** Lets the visitor choose a department before the first message of a chat (W20). Adds the choice to `place`, once. */
export function showDepartments(core: WidgetCore, words: Words, place: HTMLElement): void {
  if (place.firstChild) return
  const chips = core.boot.settings.departments.map(({ id, name }) => {
    const choose = (): void => {
      core.department = core.department === id ? undefined : id
      core.changed()
    }
    return { id, chip: button('', choose, name) }
  })
  const group = el(
    'div',
    { className: 'btns', role: 'group', ariaLabel: words.department },
    el('span', {}, words.department),
    ...chips.map(({ chip }) => chip),
  )
  const draw = (): void => {
    const isSending = core.outbox.requests.some(({ frame }) => frame.t === 'message')
    group.hidden = isSending || openChat(core.entries) !== undefined
    for (const { id, chip } of chips) chip.ariaPressed = String(core.department === id)
  }
  place.append(group)
  core.watch(draw)
  draw()
}
