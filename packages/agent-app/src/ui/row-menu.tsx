import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { Confirm } from './dialog.tsx'

const ITEM = 'flex h-9 cursor-pointer items-center rounded-md px-2.5 outline-none select-none data-highlighted:bg-well'

type Action = { label: string; run: () => void }
type Removal = { label: string; title: string; help: string; remove: () => Promise<unknown> }
type Props = {
  /** Of the button. */
  label: string
  actions: readonly Action[]
  /** The last item, which asks before it removes. */
  removal: Removal | null
}

/** What can be done with the item of a row, behind a button at its end. */
export function RowMenu({ label, actions, removal }: Props) {
  const [asking, setAsking] = useState(false)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <div ref={setPlace} className="w-8">
      <Menu.Root>
        <Menu.Trigger
          render={
            <IconButton label={label}>
              <Ellipsis className="size-4.5" />
            </IconButton>
          }
        />
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={4} align="end" className="z-50">
            <Menu.Popup className="popup w-52 p-1.5">
              {actions.map((one) => (
                <Menu.Item key={one.label} className={ITEM} onClick={one.run}>
                  {one.label}
                </Menu.Item>
              ))}
              {removal && (
                <Menu.Item className={`${ITEM} text-bad`} onClick={() => setAsking(true)}>
                  {removal.label}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {removal && (
        <Confirm
          open={asking}
          onOpenChange={setAsking}
          title={removal.title}
          action={removal.label}
          danger
          onConfirm={removal.remove}
        >
          {removal.help}
        </Confirm>
      )}
    </div>
  )
}
