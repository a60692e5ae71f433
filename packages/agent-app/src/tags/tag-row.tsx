import { Menu } from '@base-ui/react/menu'
import type { Tag } from '@deskbell/protocol/agent/tag'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { tagsQuery } from '../api/queries.ts'
import { IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { tagWords } from './words.ts'
import { TagChip } from './chat-tags.tsx'

const w = tagWords
const ITEM = 'flex h-9 cursor-pointer items-center rounded-md px-2.5 outline-none select-none data-highlighted:bg-well'

type Props = { tag: Tag; mayChange: boolean; onEdit: () => void }

/** A tag in the settings. */
export function TagRow({ tag, mayChange, onEdit }: Props) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const remove = async () => {
    await call('DELETE /tags/:tag', { params: { tag: tag.id } })
    await queries.invalidateQueries({ queryKey: tagsQuery.queryKey })
  }
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0 md:px-4">
      <div className="flex min-w-0 flex-1">
        <TagChip tag={tag} />
      </div>
      <div ref={setPlace} className="w-8">
        {mayChange && (
          <Menu.Root>
            <Menu.Trigger
              render={
                <IconButton label={w.actions(tag.name)}>
                  <Ellipsis className="size-4.5" />
                </IconButton>
              }
            />
            <Menu.Portal container={place}>
              <Menu.Positioner sideOffset={4} align="end" className="z-50">
                <Menu.Popup className="popup w-52 p-1.5">
                  <Menu.Item className={ITEM} onClick={onEdit}>
                    {w.change}
                  </Menu.Item>
                  <Menu.Item className={`${ITEM} text-bad`} onClick={() => setAsking(true)}>
                    {w.remove}
                  </Menu.Item>
                </Menu.Popup>
              </Menu.Positioner>
            </Menu.Portal>
          </Menu.Root>
        )}
      </div>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.removeTitle(tag.name)}
        action={w.remove}
        danger
        onConfirm={remove}
      >
        {w.removeHelp}
      </Confirm>
    </li>
  )
}
