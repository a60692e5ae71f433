import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { fold } from '@deskbell/protocol/fold'
import { words } from '../words/index.ts'

type Presence = 'online' | 'away' | 'offline'

/** Someone or something that a chat can be handed to. `note`: shown beside the name. */
export type Receiver = { kind: 'colleague' | 'department' | 'queue'; id: number; name: string; note?: string }

type Known = {
  me: number
  agents: readonly { id: number; name: string; presence: string }[]
  departments: readonly { id: number; name: string }[]
}

const RANKS: Readonly<Record<string, number>> = { online: 0, away: 1, offline: 2 }
const rank = (presence: string): number => RANKS[presence] ?? 2

/** The colleagues, online ones first, the departments, and the queue. */
export function receiversOf(chat: Pick<ChatForMe, 'agent'>, { me, agents, departments }: Known): Receiver[] {
  const colleagues = agents
    .filter(({ id }) => id !== me && id !== chat.agent?.id)
    .toSorted((a, b) => rank(a.presence) - rank(b.presence) || a.name.localeCompare(b.name))
  return [
    ...colleagues.map(({ id, name, presence }): Receiver => ({
      kind: 'colleague',
      id,
      name,
      note: words.waiting.presence(presence as Presence),
    })),
    ...departments.map(({ id, name }): Receiver => ({ kind: 'department', id, name, note: words.archive.department })),
    ...(chat.agent ? [{ kind: 'queue', id: 0, name: words.chat.leave } as const] : []),
  ]
}

/** Those with a word that begins with the query, ignoring accents and case. */
export function startingWith(receivers: readonly Receiver[], query: string): readonly Receiver[] {
  const wanted = fold(query.trim())
  if (wanted === '') return receivers
  return receivers.filter(({ name }) => {
    const folded = fold(name)
    return folded.startsWith(wanted) || folded.includes(` ${wanted}`)
  })
}
