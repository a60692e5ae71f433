import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'
import { changedTags } from '../tags.ts'

/** An agent changed the tags of the chat. The names are those at that time. */
export interface TagsChanged {
  readonly type: 'tags.changed'
  readonly agent: Person
  readonly added: readonly { readonly id: number; readonly name: string }[]
  readonly removed: readonly { readonly id: number; readonly name: string }[]
}

export type TagRef = TagsChanged['added'][number]

export const tagsChanged: EntryKind<TagsChanged> = {
  type: 'tags.changed',
  version: 1,
  author: 'agent',
  apply: (state, entry) => ({ ...state, tags: changedTags(state, entry) }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  // The archive finds closed chats by their tags.
  archive: true,
  // Tags are the account's own words.
  redaction: { agent: 'kept', added: 'kept', removed: 'kept' },
}
