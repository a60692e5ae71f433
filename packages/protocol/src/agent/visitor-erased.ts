import { Type, type Static } from 'typebox'
import { Nullable, Strict } from '../shapes.ts'

const chats = Type.Integer({ description: 'chats that were emptied' })
const files = Type.Integer({ description: 'files that were removed' })

/** What went with a visitor's data. */
export const VisitorErased = Strict({ chats, files })
export type VisitorErased = Static<typeof VisitorErased>

/** How far erasing a visitor's data has come. */
export const VisitorErasure = Strict({
  state: Type.Enum(['running', 'done'], {
    description:
      'running: the visitor and what was said cannot be read any more; what is stored of it is being removed',
  }),
  done: Type.Integer({
    minimum: 0,
    description: 'records that are removed or emptied: messages, events, files, deliveries',
  }),
  total: Type.Integer({ minimum: 0, description: 'records in all' }),
  chats,
  files,
})
export type VisitorErasure = Static<typeof VisitorErasure>

/** The erasure of a visitor that is running, or the last one; null: none, or it ended more than a day ago. */
export const LastErasure = Strict({ erasure: Nullable(VisitorErasure) })
export type LastErasure = Static<typeof LastErasure>
