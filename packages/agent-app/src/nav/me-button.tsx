import type { ComponentProps } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { Avatar } from '../ui/avatar.tsx'
import { words } from '../words/index.ts'

/** The agent's picture at the foot of the rail. The dot on it is what channels see of the agent. */
export function MeButton(props: ComponentProps<'button'>) {
  const { live } = useSession()
  const me = useCell(live.me)
  const connection = useCell(live.connection)
  return (
    <button
      {...props}
      type="button"
      aria-label={words.nav.menu}
      title={me.name}
      className="grid size-10 place-items-center rounded-lg hover:bg-well data-popup-open:bg-well"
    >
      <Avatar
        name={me.name}
        id={me.id}
        photo={me.photo}
        size="sm"
        presence={connection.status === 'live' ? me.status : 'offline'}
      />
    </button>
  )
}
