import { Type, type Static } from 'typebox'
import { Strict } from '../shapes.ts'

/** What went with a visitor's data. */
export const VisitorErased = Strict({
  chats: Type.Integer({ description: 'chats that were emptied' }),
  files: Type.Integer({ description: 'files that were removed' }),
})
export type VisitorErased = Static<typeof VisitorErased>
