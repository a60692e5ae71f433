import type { Turn } from './model.ts'

/** What a model is told of a chat: a small one has room for about that many characters. */
const CHARACTERS_MOST = 16_000
const TURNS_MOST = 40

/** Adds what was said. Many models take turns only one by one, so what one side says in a row is one turn. */
export function remember(turns: Turn[], role: Turn['role'], said: string): void {
  const last = turns.at(-1)
  if (last?.role === role) last.content = `${last.content}\n${said}`.slice(-CHARACTERS_MOST)
  else turns.push({ role, content: said.slice(-CHARACTERS_MOST) })
  while (turns.length > TURNS_MOST || sizeOf(turns) > CHARACTERS_MOST) turns.shift()
}

/** The conversation as models expect it: the customer begins. */
export function toConversation(turns: Turn[]): Turn[] {
  return turns.slice(
    Math.max(
      0,
      turns.findIndex(({ role }) => role === 'user'),
    ),
  )
}

const sizeOf = (turns: Turn[]) => turns.reduce((size, { content }) => size + content.length, 0)
