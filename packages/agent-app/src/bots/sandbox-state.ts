import type { SandboxLine } from '@deskbell/protocol/agent/bot'
import { type BotButton, parseBotEvent } from '@deskbell/protocol/bot/incoming'
import type { JsonObject } from '@deskbell/protocol/json'

/** The message of a sandbox step; null: an event without a message, or an unreadable body. */
export type StepMessage = { text: string; markdown?: string; answers: readonly BotButton[] } | null

export function toStepMessage({ direction, request }: Pick<SandboxLine, 'direction' | 'request'>): StepMessage {
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
 * The state of a sandbox chat: the buttons to choose from, whether the bot called for an agent, and the result of the
 * newest step. `refused`: the server refused the provider's request.
 */
export type SandboxState = {
  answers: readonly BotButton[]
  isInvited: boolean
  last: 'failed' | 'waiting' | 'refused' | null
}

export function sandboxStateOf(all: readonly SandboxLine[]): SandboxState {
  const newest = all.at(-1)
  // A refused message was not shown to the visitor.
  const lines = all.filter((line) => !isRefused(line))
  const asked = lines.findLastIndex(({ event }) => event === 'CLIENT_MESSAGE')
  const said = lines.slice(asked + 1).filter(({ direction, event }) => direction === 'in' && event === 'BOT_MESSAGE')
  const question = said.at(-1)
  const told = lines.findLastIndex(({ event }) => event === 'AGENT_JOINED' || event === 'AGENT_UNAVAILABLE')
  return {
    answers: (question && toStepMessage(question)?.answers) ?? [],
    isInvited: lines.findLastIndex(({ event }) => event === 'INVITE_AGENT') > told,
    last: newest ? lastOf(newest) : null,
  }
}

/** A provider's request that the server refused. */
export const isRefused = ({ direction, ok }: Pick<SandboxLine, 'direction' | 'ok'>): boolean =>
  direction === 'in' && !ok

function lastOf(newest: SandboxLine): SandboxState['last'] {
  if (isRefused(newest)) return 'refused'
  if (newest.direction === 'in') return null
  if (!newest.ok) return 'failed'
  return newest.event === 'CLIENT_MESSAGE' ? 'waiting' : null
}
