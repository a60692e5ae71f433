import type { Channel } from '@deskbell/protocol/agent/channel'
import { ArrowLeft } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { places } from '../places.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { Deliveries } from './deliveries.tsx'
import { Notes } from './notes.tsx'
import { Settings } from './settings.tsx'
import { StatusDot } from './status-dot.tsx'

const w = words.channels
const TABS = ['settings', 'deliveries', 'notes'] as const

/** One channel: its settings, what was delivered, what was noted. */
export function ChannelScreen({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const [path, navigate] = useLocation()
  const part = path.split('/')[3]
  const tab = TABS.find((one) => one === part) ?? 'settings'
  return (
    <>
      <header className="flex shrink-0 flex-wrap items-end gap-x-6 border-b border-line bg-panel ps-2 pe-4 md:ps-6">
        <div className="flex h-14 min-w-0 flex-1 items-center gap-2">
          <IconButton label={words.common.back} className="md:hidden" onClick={() => navigate(places.channels)}>
            <ArrowLeft className="size-5 rtl:-scale-x-100" />
          </IconButton>
          <div className="min-w-0">
            <h2 className="truncate font-semibold">
              <bdi className="block truncate">{channel.name}</bdi>
            </h2>
            <StatusDot channel={channel} />
          </div>
        </div>
        <nav aria-label={w.tabsLabel} className="-mb-px flex gap-1 max-md:w-full">
          {TABS.map((one) => (
            <Link
              key={one}
              href={one === 'settings' ? places.channel(channel.id) : `${places.channel(channel.id)}/${one}`}
              aria-current={one === tab ? 'page' : undefined}
              className={cx(
                'border-b-2 px-3 py-2.5 text-sm font-medium transition-colors',
                one === tab ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {w.tabs[one]}
            </Link>
          ))}
        </nav>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
        <div className="mx-auto w-full max-w-3xl px-3 py-5 md:px-6">
          {tab === 'settings' && <Settings channel={channel} mayChange={mayChange} />}
          {tab === 'deliveries' && <Deliveries channel={channel.id} />}
          {tab === 'notes' && <Notes channel={channel.id} />}
        </div>
      </div>
    </>
  )
}
