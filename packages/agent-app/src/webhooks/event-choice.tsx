import type { EventName } from '@deskbell/protocol/webhook/events'
import { cx } from '../ui/cx.ts'
import { webhookWords } from '../words/webhooks.ts'
import { EVENTS } from './events.ts'

const w = webhookWords

/** The events, each with its meaning. */
export const EventChoice = ({
  chosen,
  onChange,
}: {
  chosen: readonly EventName[]
  onChange: (chosen: EventName[]) => void
}) => (
  <ul className="grid gap-1 sm:grid-cols-2">
    {EVENTS.map((event) => {
      const isChosen = chosen.includes(event)
      return (
        <li key={event} className="min-w-0">
          <label
            className={cx(
              'flex h-full cursor-pointer items-start gap-2.5 rounded-lg border px-2.5 py-2 transition-colors hover:border-edge',
              isChosen ? 'border-tint-edge bg-tint' : 'border-line',
            )}
          >
            <input
              type="checkbox"
              checked={isChosen}
              onChange={() => onChange(EVENTS.filter((one) => (one === event ? !isChosen : chosen.includes(one))))}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-mono text-sm breakable">{event}</span>
              <span className="block text-xs text-muted text-pretty">{w.eventsHelp[event]}</span>
            </span>
          </label>
        </li>
      )
    })}
  </ul>
)
