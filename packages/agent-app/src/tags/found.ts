import { fold } from '@deskbell/protocol/fold'
import type { Tag } from '@deskbell/protocol/agent/tag'

/** The tags whose name contains what was typed: those that begin with it first. */
export function foundTags(tags: readonly Tag[], typed: string): Tag[] {
  const wanted = fold(typed.trim())
  const places = tags.flatMap((tag) => {
    const at = fold(tag.name).indexOf(wanted)
    return at < 0 ? [] : [{ tag, at }]
  })
  return places.toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0)).map(({ tag }) => tag)
}

/** Whether a tag has this name already, whatever its case. */
export const isTaken = (tags: readonly Tag[], typed: string): boolean =>
  tags.some(({ name }) => name.toLowerCase() === typed.trim().toLowerCase())
