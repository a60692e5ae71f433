import { Type, type Static } from 'typebox'
import { SHARED_VIEWS_MAX, OWN_VIEWS_MAX, VIEW_NAME_MAX } from '../limits.ts'
import { Id, Strict } from '../shapes.ts'
import { ChatFilter } from './chat-filter.ts'

const Name = Type.String({ minLength: 1, maxLength: VIEW_NAME_MAX })
const OfList = Type.Enum(['waiting', 'mine', 'snoozed', 'all', 'closed'], {
  description: 'the list that the conditions filter; `closed` has no `unread` and `waited`',
})

/** A list of the inbox with conditions, under a name. */
export const SavedView = Strict({
  id: Id,
  shared: Type.Boolean({ description: 'all agents see it; otherwise only its owner does' }),
  name: Type.String(),
  view: OfList,
  filter: ChatFilter,
})
export type SavedView = Static<typeof SavedView>
export const SavedViews = Strict({ views: Type.Array(SavedView, { description: 'in your order' }) })

export const NewSavedView = Strict({
  shared: Type.Optional(Type.Boolean({ description: 'for owners and admins; default false' })),
  name: Name,
  view: OfList,
  filter: ChatFilter,
})
export type NewSavedView = Static<typeof NewSavedView>
export const SavedViewChange = Type.Partial(NewSavedView, { additionalProperties: false })
export type SavedViewChange = Static<typeof SavedViewChange>

export const SavedViewOrder = Strict({
  views: Type.Array(Id, {
    maxItems: SHARED_VIEWS_MAX + OWN_VIEWS_MAX,
    uniqueItems: true,
    description: 'views that you see, in the order that you want; others come last',
  }),
})
