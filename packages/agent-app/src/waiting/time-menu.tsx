import { Menu } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { now } from '../runtime.ts'
import { upcoming } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { words } from '../words/index.ts'
import { useFirstItem } from '../ui/first-item.ts'
import { fromField, offeredTimes, toField } from './times.ts'

const w = words.waiting
const ITEM =
  'flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-well'
const HOUR = 60 * 60_000
const DAYS_MAX = 90

const usualTimes = (now: number) => offeredTimes(now).map(({ name, at }) => ({ label: w.times[name], at }))

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens the menu. */
  trigger: ReactElement<Record<string, unknown>>
  title: string
  /** The word on the button of the dialog. */
  action: string
  side?: 'top' | 'bottom'
  onTime: (at: number) => void
  /** Instead of the times that are offered for messages and snoozes. */
  times?: (now: number) => readonly { label: string; at: number }[]
  /** How far ahead an own time may lie. */
  daysMax?: number
  /** Further items, above the times. */
  children?: ReactNode
}

/** A menu of times, with an own one in a dialog. */
export function TimeMenu({ open, onOpenChange, trigger, title, action, side = 'bottom', onTime, ...more }: Props) {
  const { times = usualTimes, daysMax = DAYS_MAX, children } = more
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [own, setOwn] = useState(false)
  const first = useFirstItem(open, place)
  const time = now()
  return (
    <div ref={setPlace} className="contents">
      <Menu.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={first}>
        <Menu.Trigger render={trigger} />
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={6} side={side} align="end" className="z-50">
            <Menu.Popup aria-label={title} className="popup w-72 max-w-[calc(100vw-1.5rem)] p-1.5">
              <p className="px-2.5 py-1 text-xs font-medium text-muted">{title}</p>
              {children}
              {times(time).map(({ label, at }) => (
                <Menu.Item key={label} className={ITEM} onClick={() => onTime(at)}>
                  {label}
                  <span className="text-xs text-muted">{upcoming(at, time)}</span>
                </Menu.Item>
              ))}
              <Menu.Item className={ITEM} onClick={() => setOwn(true)}>
                {w.times.own}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Dialog open={own} onOpenChange={setOwn} title={title}>
        <OwnTime
          action={action}
          daysMax={daysMax}
          onTime={(at) => {
            setOwn(false)
            onTime(at)
          }}
        />
      </Dialog>
    </div>
  )
}

export const TIME_ITEM = ITEM

type OwnProps = { action: string; daysMax: number; onTime: (at: number) => void }

function OwnTime({ action, daysMax, onTime }: OwnProps) {
  const id = useId()
  const [value, setValue] = useState(() => toField(now() + HOUR))
  const [problem, setProblem] = useState<string | null>(null)
  const done = () => {
    const at = fromField(value)
    if (at === null) return setProblem(w.noTime)
    if (at <= now()) return setProblem(w.inPast)
    if (at > now() + daysMax * 24 * HOUR) return setProblem(w.tooFar(daysMax))
    onTime(at)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        done()
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {w.when}
      </label>
      <input
        id={id}
        type="datetime-local"
        value={value}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => setValue(event.target.value)}
        className="h-9 rounded-lg border border-edge bg-panel px-3"
      />
      <p id={`${id}-problem`} role="alert" className="min-h-5 text-sm text-bad">
        {problem}
      </p>
      <Button type="submit" kind="primary" className="self-end">
        {action}
      </Button>
    </form>
  )
}
