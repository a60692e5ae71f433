import type { WidgetCore } from '../core/core.ts'
import { el, toFace } from '../window/start.ts'

/**
 * Faces of the team, and how soon it usually answers: the head of an empty conversation, and the card above the icon.
 * While no agent is online, the time would be a wrong promise and is hidden.
 */
export function toTeam(core: WidgetCore): HTMLElement {
  const { team, reply } = core.boot.settings
  const faces = team.map(({ name, photo }) => {
    const face = toFace(name, photo, core.base)
    face.title = name
    return face
  })
  const ariaLabel = team.map(({ name }) => name).join(', ')
  const time = el('span', { dir: 'auto' }, reply)
  const draw = () => (time.hidden = !core.online)
  core.watch(draw)
  draw()
  return el(
    'div',
    { className: 'us' },
    el('div', { className: 'faces', role: 'img', ariaLabel }, ...faces),
    reply && time,
  )
}
