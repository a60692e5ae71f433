import { concerns } from '../live/alerts.ts'
import type { Live } from '../live/state.ts'
import type { List } from '../live/lists.ts'
import { unreadOf } from '../live/views.ts'

export type NextChat = { view: List; chat: number }

/**
 * The chat to open after `chat` of `view` is closed: the longest waiting one that concerns this agent, else the agent's
 * own chat whose visitor has waited longest for an answer, else the next row of the list, else the row before. Null: there
 * is none.
 */
export function nextChat(live: Live, view: List, chat: number): NextChat | null {
  const ids = (of: List) => live.views.get(of)?.ids ?? []
  const row = (id: number) => (id === chat ? undefined : live.chats.get(id))
  const waiting = ids('waiting').find((id) => {
    const one = row(id)
    return one !== undefined && concerns(live, one)
  })
  if (waiting !== undefined) return { view: 'waiting', chat: waiting }
  const unread = ids('mine').findLast((id) => {
    const one = row(id)
    return one !== undefined && unreadOf(one) > 0
  })
  if (unread !== undefined) return { view: 'mine', chat: unread }
  const list = ids(view)
  const at = list.indexOf(chat)
  const neighbour = at < 0 ? undefined : (list[at + 1] ?? list[at - 1])
  return neighbour === undefined ? null : { view, chat: neighbour }
}
