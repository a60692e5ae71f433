import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { emptied, outlines } from '../redaction.ts'
import { withScheduled } from '../scheduled.ts'
import type { EntryMedia, Person } from '../shapes.ts'

/** A message of the agent that is sent at `due` (ms). `hold`: only for seconds, so that the agent can take it back. */
export interface MessageScheduled {
  readonly type: 'message.scheduled'
  /** The identifier that the message will have. */
  readonly id: string
  readonly text: string
  /** `text` is then its plain version. */
  readonly markdown?: string
  readonly due: number
  readonly hold: boolean
  readonly agent: Person
  /** Never empty. */
  readonly attachments?: readonly EntryMedia[]
  /** Where a message carries one attachment: an id for each after the first. */
  readonly furtherIds?: readonly string[]
}

export const messageScheduled: EntryKind<MessageScheduled> = {
  type: 'message.scheduled',
  version: 1,
  author: 'agent',
  apply(state, { id, text, markdown, due, hold, agent, attachments, furtherIds, n }) {
    const one = {
      ...{ n, id, text, ...(markdown !== undefined && { markdown }), due, hold, agent },
      ...(attachments && { attachments }),
      ...(furtherIds && { furtherIds }),
    }
    return withScheduled(state, [...(state.scheduled ?? []), one])
  },
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: {
    ...{ id: 'kept', text: emptied, markdown: 'removed', due: 'kept', hold: 'kept', agent: 'kept' },
    ...{ attachments: outlines, furtherIds: 'kept' },
  },
}
