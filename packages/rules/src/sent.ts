import type { Message } from './entries/message.ts'
import type { EntryMedia, Person } from './shapes.ts'

/** What an agent has written. */
export interface Written {
  readonly agent: Person
  readonly id: string
  readonly text: string
  /** `text` is then its plain version. */
  readonly markdown?: string
  /** Never empty. */
  readonly attachments?: readonly EntryMedia[]
  /** Where a message carries one attachment: an id for each after the first. */
  readonly furtherIds?: readonly string[]
}

/** One message; or, with `furtherIds`, one for each attachment, the first one with the text. */
export function messagesOf({ agent, id, text, markdown, attachments, furtherIds }: Written): Message[] {
  const of = (id: string, text: string, attachments: readonly EntryMedia[] | undefined): Message => ({
    type: 'message',
    from: 'agent',
    id,
    text,
    // The text stands with the first attachment.
    ...(markdown !== undefined && text !== '' && { markdown }),
    agent,
    ...(attachments && { attachments }),
  })
  if (!attachments || !furtherIds) return [of(id, text, attachments)]
  return attachments.map((media, place) => {
    const own = place === 0 ? id : furtherIds[place - 1]
    if (own === undefined) throw new Error('an attachment has no id for its message')
    return of(own, place === 0 ? text : '', [media])
  })
}

/** The ids that the messages need where one carries one attachment. */
export const idsFor = (
  { attachments, furtherIds = [] }: Pick<Written, 'attachments' | 'furtherIds'>,
  carriesAttachments: boolean,
): { furtherIds?: readonly string[] } => (attachments && !carriesAttachments ? { furtherIds } : {})
