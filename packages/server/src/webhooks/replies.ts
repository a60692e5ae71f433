import { parseCardAnswer, parseResult } from '@deskbell/protocol/webhook/answer'
import type { Command } from '@deskbell/rules'
import type { LeasedDelivery } from '../deliveries/delivery.ts'
import { isRequested } from './requested.ts'

type Answered = Extract<Command, { type: 'crm.answer' }>

/** The parsed body of a 2xx: a command for the chat, and a note for the delivery log. */
export interface ParsedReply {
  readonly command?: Answered
  readonly note?: string
}

const FAILURE = 'The receiver reported a failure'

/**
 * C11, C16, C18. Only the answer to chat_accepted makes a command; the event is delivered with any answer. `name`: the
 * webhook's. `attempt`: 1 for the first; the answer to a later one is late (C12).
 */
export function readAnswer(delivery: LeasedDelivery, name: string, body: Buffer, attempt: number): ParsedReply {
  if (delivery.kind !== 'chat_accepted') return parseResult(body) === 'failure' ? { note: FAILURE } : {}
  const answer = parseCardAnswer(body)
  if (answer.result !== 'ok') return { note: answer.reason }
  const { card, leftOut } = answer
  const command: Answered = {
    type: 'crm.answer',
    webhook: delivery.webhook ?? 0,
    name,
    to: delivery.of ?? 0,
    fields: card.customData,
    ...(card.crmLink !== undefined && { link: card.crmLink }),
    assignable: card.enableAssign,
    ...(card.page && { page: card.page }),
    ...((attempt > 1 || isRequested(delivery)) && { late: true }),
    profile: card.contact,
  }
  const note = leftOut.map(({ path, reason }) => `${path}: ${reason}`).join('; ')
  return { command, ...(note && { note: `Left out of the answer: ${note}` }) }
}
