import { hasTakenPart } from './colleagues.ts'
import type { MessageLate } from './entries/message-late.ts'
import { isClosed } from './holding.ts'
import type { EntryMedia, Person } from './shapes.ts'
import type { ChatState } from './state.ts'

interface Written {
  readonly agent: Person
  readonly id: string
  readonly text: string
  readonly attachments?: readonly EntryMedia[]
}

/** The entry for a message that an agent wrote before they left the chat; undefined when they never took part in it. */
export function lateMessage(state: ChatState, { agent, id, text, attachments }: Written): MessageLate[] | undefined {
  if (isClosed(state) || !hasTakenPart(state, agent)) return undefined
  return [{ type: 'message.late', agent, id, text, ...(attachments && { attachments }) }]
}
