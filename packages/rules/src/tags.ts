import type { TagRef } from './entries/tags-changed.ts'
import type { ChatState } from './state.ts'

/** Tags that a chat may have. */
export const TAGS_PER_CHAT = 20

/** The tags after a change: without the removed ones, the added ones last. */
export function changedTags(
  { tags = [] }: ChatState,
  { added, removed }: { readonly added: readonly TagRef[]; readonly removed: readonly TagRef[] },
): readonly TagRef[] {
  return [...tags.filter(({ id }) => !removed.some((one) => one.id === id)), ...added]
}
