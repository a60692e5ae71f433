import { Type, type Static } from 'typebox'
import { TAG_NAME_MAX, TAGS_PER_CHAT } from '../limits.ts'
import { Id, Strict } from '../shapes.ts'
import { TAG_COLOURS } from './tag-colours.ts'

/** A label that agents put on chats. */
export const Tag = Strict({ id: Id, name: Type.String(), colour: Type.Enum([...TAG_COLOURS]) })
export type Tag = Static<typeof Tag>
export const Tags = Strict({ tags: Type.Array(Tag) })

export const NewTag = Strict({
  name: Type.String({
    minLength: 1,
    maxLength: TAG_NAME_MAX,
    description: 'unique in the account, whatever its case',
  }),
  colour: Type.Optional(Type.Enum([...TAG_COLOURS], { default: 'grey' })),
})
export type NewTag = Static<typeof NewTag>
export const TagChange = Type.Partial(NewTag, { additionalProperties: false })
export type TagChange = Static<typeof TagChange>

const Some = Type.Optional(Type.Array(Id, { maxItems: TAGS_PER_CHAT, uniqueItems: true }))
/** A change of a chat's tags. */
export const TagBody = Strict({ add: Some, remove: Some })
