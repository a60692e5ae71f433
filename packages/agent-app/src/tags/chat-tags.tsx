import type { Tag } from '@deskbell/protocol/agent/tag'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { tagsQuery } from '../api/queries.ts'
import { words } from '../words/index.ts'
import { chipStyle } from './colours.ts'
import { isolate } from '../words/isolate.ts'
import { inList } from '../text/when.ts'

const w = words.tags

/** A tag in its colour. */
export const TagChip = ({ tag }: { tag: Tag }) => (
  <span
    className="inline-flex min-w-0 items-center rounded-md px-1.5 text-xs font-medium"
    style={chipStyle(tag.colour)}
  >
    <bdi className="truncate">{tag.name}</bdi>
  </span>
)

/** The tags of a chat: the first ones, and how many more there are. */
export const ChatTags = ({ ids, most }: { ids: readonly number[] | undefined; most: number }) =>
  // Most chats have none, and a row of the inbox watches no list of tags then.
  ids && ids.length > 0 ? <Tagged ids={ids} most={most} /> : null

function Tagged({ ids, most }: { ids: readonly number[]; most: number }) {
  const { data } = useQuery(tagsQuery)
  // Removed ones are left out.
  const tags = useMemo(() => ids.flatMap((id) => data?.find((tag) => tag.id === id) ?? []), [ids, data])
  if (tags.length === 0) return null
  const rest = tags.slice(most)
  return (
    <ul aria-label={w.ofChat} className="flex min-w-0 items-center gap-1">
      {tags.slice(0, most).map((tag) => (
        <li key={tag.id} title={tag.name} className="flex max-w-32 min-w-0">
          <TagChip tag={tag} />
        </li>
      ))}
      {rest.length > 0 && (
        <li title={inList(rest.map(({ name }) => isolate(name)))} className="shrink-0 text-xs text-muted">
          <span aria-hidden="true">{w.more(rest.length)}</span>
          <span className="sr-only">{w.moreLabel(rest.length)}</span>
        </li>
      )}
    </ul>
  )
}
