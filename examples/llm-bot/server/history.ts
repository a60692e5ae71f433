import type { Turn } from './model.ts'

/** The part of a chat that the model receives: a small model has space for about this many characters. */
const CHARACTERS_MOST = 16_000
const TURNS_MOST = 40

/** Adds a message. Many models require alternating turns, so consecutive messages of one side are one turn. */
export function remember(turns: Turn[], role: Turn['role'], said: string): void {
  const last = turns.at(-1)
  if (last?.role === role) last.content = `${last.content}\n${said}`.slice(-CHARACTERS_MOST)
  else turns.push({ role, content: said.slice(-CHARACTERS_MOST) })
  while (turns.length > TURNS_MOST || sizeOf(turns) > CHARACTERS_MOST) turns.shift()
}

/** The conversation as models expect it: the visitor begins. */
export function toConversation(turns: Turn[]): Turn[] {
  return turns.slice(
    Math.max(
      0,
      turns.findIndex(({ role }) => role === 'user'),
    ),
  )
}

const sizeOf = (turns: Turn[]) => turns.reduce((size, { content }) => size + content.length, 0)
