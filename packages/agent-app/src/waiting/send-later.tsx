import { Clock } from 'lucide-react'
import { useCommands } from '../commands/registry.ts'
import { useCell, useSession } from '../live/react.ts'
import { IconButton } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { openMenu, setMenu, useClosedWith } from './menus.ts'
import { TimeMenu } from './time-menu.tsx'

const w = words.waiting

/** The button beside the send button that sends the message at a chosen time. */
export default function SendLater({ onTime }: { onTime: (at: number) => void }) {
  const menu = useCell(openMenu)
  useClosedWith(useCell(useSession().live.open), 'later')
  useCommands({ 'write.later': () => setMenu('later', true) })
  return (
    <TimeMenu
      open={menu === 'later'}
      onOpenChange={(open) => setMenu('later', open)}
      side="top"
      title={w.sendLater}
      action={w.schedule}
      onTime={onTime}
      trigger={
        <IconButton label={w.sendLater} keys="Ctrl Shift Enter">
          <Clock className="size-4.5" />
        </IconButton>
      }
    />
  )
}
