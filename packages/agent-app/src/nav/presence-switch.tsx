import { useId, useState } from 'react'
import { call, saying } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { cx } from '../ui/cx.ts'
import { Switch } from '../ui/switch.tsx'
import { words } from '../words/index.ts'

/** Online or away: whether channels count this agent as available (A4). */
export function PresenceSwitch() {
  const { live } = useSession()
  const me = useCell(live.me)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const online = me.status === 'online'

  const choose = async (on: boolean) => {
    const before = live.me.get()
    setProblem(null)
    live.me.set({ ...before, status: on ? 'online' : 'away' })
    try {
      live.me.set(await call('PUT /me/presence', { body: { status: on ? 'online' : 'away' } }))
    } catch (error) {
      live.me.set({ ...live.me.get(), status: before.status })
      setProblem(saying(error))
    }
  }

  return (
    <div
      className="flex items-center gap-2 px-1.5"
      title={problem ?? (online ? words.nav.onlineHelp : words.nav.awayHelp)}
    >
      <span id={id} className={cx('text-sm font-medium', online ? 'text-good' : 'text-warm')}>
        <span className="sr-only">{words.nav.presence}: </span>
        {online ? words.nav.online : words.nav.away}
      </span>
      <Switch checked={online} onChange={(on) => void choose(on)} labelledBy={id} />
      {problem && (
        <span role="alert" className="sr-only">
          {problem}
        </span>
      )}
    </div>
  )
}
