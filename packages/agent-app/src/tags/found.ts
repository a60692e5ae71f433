import type { Tag } from '@deskbell/protocol/agent/tag'

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()

/** The tags whose name contains what was typed: those that begin with it first. */
export function foundTags(tags: readonly Tag[], typed: string): Tag[] {
  const wanted = plain(typed)
  const places = tags.flatMap((tag) => {
    const at = plain(tag.name).indexOf(wanted)
    return at < 0 ? [] : [{ tag, at }]
  })
  return places.toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0)).map(({ tag }) => tag)
}

/** Whether a tag has this name already, whatever its case. */
export const isTaken = (tags: readonly Tag[], typed: string): boolean =>
  tags.some(({ name }) => name.toLocaleLowerCase() === typed.trim().toLocaleLowerCase())
