import type { Tag } from '@deskbell/protocol/agent/tag'
import { useQuery } from '@tanstack/react-query'
import { Plus, Tags as Icon } from 'lucide-react'
import { useState } from 'react'
import { tagsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { LIST } from '../ui/list.ts'
import { Page } from '../ui/page.tsx'
import { LoadProblem } from '../ui/states.tsx'
import { tagWords } from './words.ts'
import { TagDialog } from './tag-dialog.tsx'
import { TagRow } from './tag-row.tsx'

const w = tagWords

/** The tags of the account. Agents read them; owners and admins change them. */
export default function Tags() {
  const mayChange = useCell(useSession().live.me).role !== 'agent'
  const { data: tags, error, refetch } = useQuery(tagsQuery)
  const [editing, setEditing] = useState<Tag | 'new' | null>(null)
  const add = mayChange && (
    <Button kind="primary" onClick={() => setEditing('new')}>
      <Plus aria-hidden="true" className="size-4" />
      {w.add}
    </Button>
  )
  const isEmpty = tags?.length === 0
  return (
    <Page title={w.title} help={mayChange ? w.help : `${w.help} ${w.readOnly}`} action={!isEmpty && add}>
      {error && !tags && <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />}
      {!tags && !error && <div className="skeleton h-16" />}
      {isEmpty && (
        <Empty icon={Icon} title={w.empty} action={add}>
          {w.emptyHelp}
        </Empty>
      )}
      {tags && !isEmpty && (
        <ul className={LIST}>
          {tags.map((tag) => (
            <TagRow key={tag.id} tag={tag} mayChange={mayChange} onEdit={() => setEditing(tag)} />
          ))}
        </ul>
      )}
      <TagDialog
        key={editing === null ? 'none' : editing === 'new' ? 'new' : editing.id}
        tag={editing === 'new' ? null : editing}
        open={editing !== null}
        onOpenChange={(open) => !open && setEditing(null)}
      />
    </Page>
  )
}
