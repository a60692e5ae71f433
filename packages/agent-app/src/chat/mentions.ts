import { fold } from '@deskbell/protocol/fold'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Agent } from '@deskbell/protocol/agent/people'

export type Named = Pick<Agent, 'id' | 'name'>
/** A piece of a note: text, or a mention of the agents who have this name. */
export type NotePiece = { text: string; agents?: readonly number[] }

/** Characters of a name that are looked at. */
const NAME = 60
const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/** The text as pieces: `@` with the name of one of the agents, the longest one that fits, is a mention. */
export function toNotePieces(text: string, agents: readonly Named[]): NotePiece[] {
  const names = [...new Set(agents.map(({ name }) => name))].toSorted((a, b) => b.length - a.length)
  const pieces: NotePiece[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (isWordPart(text[at - 1])) continue
    const name = names.find((one) => text.startsWith(one, at + 1) && !isWordPart(text[at + 1 + one.length]))
    if (name === undefined) continue
    if (at > from) pieces.push({ text: text.slice(from, at) })
    from = at + 1 + name.length
    pieces.push({
      text: text.slice(at, from),
      agents: agents.filter((agent) => agent.name === name).map(({ id }) => id),
    })
    at = from - 1
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** The agents whom the text mentions, each once. */
export const mentionsOf = (text: string, agents: readonly Named[]): number[] => [
  ...new Set(toNotePieces(text, agents).flatMap((piece) => piece.agents ?? [])),
]

/** The name that is being typed after an `@`, up to the caret. */
export function typedMention(text: string, caret: number): { at: number; typed: string } | null {
  const before = text.slice(Math.max(0, caret - NAME), caret)
  const at = before.lastIndexOf('@')
  if (at < 0 || isWordPart(before[at - 1])) return null
  const typed = before.slice(at + 1)
  return typed.includes('\n') ? null : { at: caret - (before.length - at), typed }
}

/** Agents of whose name a word begins so. */
export function matching<A extends Named>(agents: readonly A[], typed: string): A[] {
  const wanted = fold(typed)
  return agents.filter(({ name }) => {
    const own = fold(name)
    return own.startsWith(wanted) || own.split(/\s+/).some((word) => word.startsWith(wanted))
  })
}

/** The agents whom a note in the chat may mention: all who may see it, except the author. */
export const mentionable = <A extends Pick<Agent, 'id' | 'role'>>(
  agents: readonly A[],
  chat: Pick<ChatForMe, 'agent'>,
  { me, assigned }: { me: number; assigned: readonly number[] },
): A[] =>
  agents.filter(({ id, role }) => id !== me && (role !== 'agent' || assigned.includes(id) || chat.agent?.id === id))
