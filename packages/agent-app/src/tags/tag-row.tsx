import type { Tag } from '@deskbell/protocol/agent/tag'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { tagsQuery } from '../api/queries.ts'
import { cx } from '../ui/cx.ts'
import { ROW } from '../ui/list.ts'
import { RowMenu } from '../ui/row-menu.tsx'
import { TagChip } from './chat-tags.tsx'
import { tagWords as w } from './words.ts'

type Props = { tag: Tag; mayChange: boolean; onEdit: () => void }

/** A tag in the settings. */
export function TagRow({ tag, mayChange, onEdit }: Props) {
  const queries = useQueryClient()
  const remove = async () => {
    await call('DELETE /tags/:tag', { params: { tag: tag.id } })
    await queries.invalidateQueries({ queryKey: tagsQuery.queryKey })
  }
  return (
    <li className={cx(ROW, 'flex min-h-12 items-center gap-3 py-1.5')}>
      <div className="flex min-w-0 flex-1">
        <TagChip tag={tag} />
      </div>
      {mayChange && (
        <RowMenu
          label={w.actions(tag.name)}
          actions={[{ label: w.change, run: onEdit }]}
          removal={{ label: w.remove, title: w.removeTitle(tag.name), help: w.removeHelp, remove }}
        />
      )}
    </li>
  )
}
