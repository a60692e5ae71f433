import { Type, type Static } from 'typebox'
import { Nullable, Strict } from '../shapes.ts'

const chats = Type.Integer({ description: 'chats that were emptied' })
const files = Type.Integer({ description: 'files that were removed' })

/** How many chats and files an erasure of a visitor removed. */
export const VisitorErased = Strict({ chats, files })
export type VisitorErased = Static<typeof VisitorErased>

/** How far erasing a visitor's data has come. */
export const VisitorErasure = Strict({
  state: Type.Enum(['running', 'done'], {
    description: 'running: the data of the visitor can no longer be read; the server is removing it',
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
