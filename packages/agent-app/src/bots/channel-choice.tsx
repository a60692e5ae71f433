import { useQuery } from '@tanstack/react-query'
import { botsQuery, channelsQuery } from '../api/queries.ts'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'

const w = words.bots

type Props = { chosen: readonly number[]; bot: number | null; onSwitch: (channel: number, isOn: boolean) => void }

/** The channels on which the bot answers. A channel of another bot names that bot and cannot be chosen. */
export function ChannelChoice({ chosen, bot, onSwitch }: Props) {
  const { data: channels, error } = useQuery(channelsQuery)
  const { data: bots } = useQuery(botsQuery)
  const holderOf = (channel: number) => bots?.find((one) => one.id !== bot && one.channels.includes(channel))
  if (error && !channels) return <Notice>{words.channels.failedLoad}</Notice>
  if (!channels) return <div className="skeleton h-11" />
  if (channels.length === 0) return <p className="text-sm text-muted">{w.channelsNone}</p>
  return (
    <ul className="grid gap-1 sm:grid-cols-2">
      {channels.map(({ id, name }) => {
        const holder = holderOf(id)
        const isChosen = chosen.includes(id)
        return (
          <li key={id}>
            <label
              className={cx(
                'flex h-full min-h-11 items-center gap-3 rounded-lg border px-2.5 py-1.5 transition-colors',
                isChosen ? 'border-tint-edge bg-tint' : 'border-line',
                holder ? 'bg-well' : 'cursor-pointer hover:border-edge',
              )}
            >
              <input
                type="checkbox"
                checked={isChosen}
                disabled={holder !== undefined}
                onChange={() => onSwitch(id, !isChosen)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <bdi className="block truncate">{name}</bdi>
                {holder && (
                  <bdi dir={words.dir} className="block truncate text-xs text-muted">
                    {w.channelTaken(holder.name)}
                  </bdi>
                )}
              </span>
            </label>
          </li>
        )
      })}
    </ul>
  )
}
