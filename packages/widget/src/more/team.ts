import type { WidgetCore } from '../core/core.ts'
import { el, toFace } from '../window/start.ts'

/** Faces of the team, and how soon it usually answers: the head of an empty conversation. */
export function toTeam({ boot: { settings }, base }: WidgetCore): HTMLElement {
  const faces = settings.team.map(({ name, photo }) => {
    const face = toFace(name, photo, base)
    face.title = name
    return face
  })
  return el(
    'div',
    { className: 'us' },
    el('div', { className: 'faces' }, ...faces),
    settings.reply && el('span', { dir: 'auto' }, settings.reply),
  )
}
