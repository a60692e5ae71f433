import type { Contact } from '@deskbell/protocol/agent/contact'
import { Menu } from '@base-ui/react/menu'
import { Ellipsis, Eraser, Merge } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import MergeDialog from './merge-dialog.tsx'
import { contactWords } from './words.ts'
import { whoIs } from './who.ts'

const w = contactWords
const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-well'

/** What owners and admins do with a whole contact. */
export function Actions({ contact, onErase }: { contact: Contact; onErase: () => void }) {
  const [merging, setMerging] = useState(false)
  const who = whoIs(contact)
  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          render={
            <IconButton label={w.actions(who)}>
              <Ellipsis className="size-5" />
            </IconButton>
          }
        />
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="end" className="z-50">
            <Menu.Popup className="popup w-64 max-w-[calc(100vw-1.5rem)] p-1.5">
              <Menu.Item className={ITEM} onClick={() => setMerging(true)}>
                <Merge aria-hidden="true" className="size-4 shrink-0 text-muted" />
                {w.merge}
              </Menu.Item>
              <Menu.Item className={`${ITEM} text-bad`} onClick={onErase}>
                <Eraser aria-hidden="true" className="size-4 shrink-0" />
                {w.erase}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <MergeDialog contact={contact} open={merging} onOpenChange={setMerging} />
    </>
  )
}
