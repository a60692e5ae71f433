import type { SandboxLine } from '@deskbell/protocol/agent/bot'
import { type BotButton, parseBotEvent } from '@deskbell/protocol/bot/incoming'
import type { JsonObject } from '@deskbell/protocol/json'

/** What a line of a trial says to the other side; null: an event without words, or nothing that can be read. */
export type Played = { text: string; markdown?: string; answers: readonly BotButton[] } | null

export function toPlayed({ direction, request }: Pick<SandboxLine, 'direction' | 'request'>): Played {
  const body = parseObject(request.body)
  if (!body) return null
  if (direction === 'out') {
    const { text } = (body['message'] ?? {}) as { text?: unknown }
    return typeof text === 'string' ? { text, answers: [] } : null
  }
  const input = parseBotEvent(body)
  if (input.kind !== 'message') return null
  const { message } = input
  if (message.type === 'BUTTONS') return { text: message.title, answers: message.buttons }
  return { text: message.text, answers: [], ...(message.type === 'MARKDOWN' && { markdown: message.markdown }) }
}

function parseObject(body: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}

/**
 * How a trial stands: what can be chosen, whether the bot called for a person, and what came of the newest message.
 * `refused`: the provider said something, and the desk did not take it.
 */
export type SandboxStanding = {
  answers: readonly BotButton[]
  isInvited: boolean
  last: 'failed' | 'waiting' | 'refused' | null
}

export function standingOf(all: readonly SandboxLine[]): SandboxStanding {
  const newest = all.at(-1)
  // What was refused reached no customer.
  const lines = all.filter((line) => !isRefused(line))
  const asked = lines.findLastIndex(({ event }) => event === 'CLIENT_MESSAGE')
  const said = lines.slice(asked + 1).filter(({ direction, event }) => direction === 'in' && event === 'BOT_MESSAGE')
  const question = said.at(-1)
  const told = lines.findLastIndex(({ event }) => event === 'AGENT_JOINED' || event === 'AGENT_UNAVAILABLE')
  return {
    answers: (question && toPlayed(question)?.answers) ?? [],
    isInvited: lines.findLastIndex(({ event }) => event === 'INVITE_AGENT') > told,
    last: newest ? lastOf(newest) : null,
  }
}

/** A request of the provider that the desk refused. */
export const isRefused = ({ direction, ok }: Pick<SandboxLine, 'direction' | 'ok'>): boolean =>
  direction === 'in' && !ok

function lastOf(newest: SandboxLine): SandboxStanding['last'] {
  if (isRefused(newest)) return 'refused'
  if (newest.direction === 'in') return null
  if (!newest.ok) return 'failed'
  return newest.event === 'CLIENT_MESSAGE' ? 'waiting' : null
}
