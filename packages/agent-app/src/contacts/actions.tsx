import type { Contact } from '@deskbell/protocol/agent/contact'
import { Menu } from '@base-ui/react/menu'
import { Ellipsis, Eraser, Merge } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../api/client.ts'
import { refreshInbox } from '../live/inbox.ts'
import { useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { contactWords } from './words.ts'
import { whoIs } from './who.ts'

const w = contactWords
const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-well'

/** What owners and admins do with a whole contact. */
export function Actions({ contact }: { contact: Contact }) {
  const { live } = useSession()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'merge' | 'erase' | null>(null)
  const who = whoIs(contact)
  const erase = async () => {
    await call('DELETE /contacts/:contact', { params: { contact: contact.id } })
    // The socket reports it too, unless it is disconnected.
    void refreshInbox(live)
    navigate(places.contacts)
  }
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
              <Menu.Item className={ITEM} onClick={() => setOpen('merge')}>
                <Merge aria-hidden="true" className="size-4 shrink-0 text-muted" />
                {w.merge}
              </Menu.Item>
              <Menu.Item className={`${ITEM} text-bad`} onClick={() => setOpen('erase')}>
                <Eraser aria-hidden="true" className="size-4 shrink-0" />
                {w.erase}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <MergeDialog contact={contact} open={open === 'merge'} onOpenChange={(on) => setOpen(on ? 'merge' : null)} />
      <Confirm
        open={open === 'erase'}
        onOpenChange={(on) => setOpen(on ? 'erase' : null)}
        title={w.eraseTitle(who)}
        action={w.eraseAction}
        danger
        onConfirm={erase}
      >
        {w.eraseHelp(contact.identities.length)}
      </Confirm>
    </>
  )
}
