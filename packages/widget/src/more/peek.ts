import type { WidgetCore } from '../core/core.ts'
import { el } from '../window/start.ts'
import { placeAbove } from './invitation.ts'
import { toTeam } from './team.ts'

/** The pointer moves from the icon to the card within this time (ms). */
const STAYS = 200

const peeks = new WeakMap<WidgetCore, () => void>()

/**
 * A card above the icon while the pointer or the keyboard's focus is there: what the icon does, who answers, and how
 * soon. Only before the visitor has opened the window; Escape hides it. Draws it.
 */
export function peek(core: WidgetCore, place: HTMLElement): void {
  const draw = peeks.get(core) ?? (core.state === 'label' ? toPeek(core, place) : () => {})
  peeks.set(core, draw)
  draw()
}

const hasBeenOpen = ({ entries, marks }: WidgetCore) => entries.length > 0 || marks.time_after_close !== undefined

function toPeek(core: WidgetCore, place: HTMLElement): () => void {
  const { label, settings } = core.boot
  const name = el('b', { dir: 'auto' })
  const team = settings.team[0] && toTeam(core)
  // Everything in it is said by the name and the description of the button.
  const card = el('div', { className: 'peek', ariaHidden: 'true', hidden: true }, name, team)
  let isOver = false
  const draw = (): void => {
    isOver ||= core.state !== 'label' || core.bubble !== undefined || hasBeenOpen(core)
    const at = core.online ? 0 : 1
    // Beside a text of the owner, the name would be there twice.
    name.textContent = settings.texts[at] ? '' : settings.labels[at]!
    const reply = core.online && settings.reply
    label.ariaDescription = (!isOver && reply) || null
    const isNear = label.matches(':hover,:focus-visible') || card.matches(':hover')
    card.hidden = !isNear || !(name.textContent || (team && reply))
    placeAbove(card, label)
    if (isOver) card.remove()
  }
  const later = (): void => void setTimeout(draw, STAYS)
  label.onpointerleave = label.onblur = card.onpointerleave = later
  label.onkeydown = ({ key }) => {
    if (key !== 'Escape') return
    isOver = true
    draw()
  }
  card.onclick = () => core.wish('open')
  place.append(card)
  core.watch(draw)
  return draw
}
