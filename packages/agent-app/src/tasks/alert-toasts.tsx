import { BellRing, X } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { useCell } from '../live/react.ts'
import { places } from '../places.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { dropTaskAlert, type TaskAlert, taskAlerts } from './alerts.ts'

const w = words.closing

/** The alerts about tasks, in the window that the agent looks at. One that is opened or dismissed has been seen. */
export function TaskAlerts({ onSeen }: { onSeen: (alert: string) => void }) {
  const shown = useCell(taskAlerts)
  const newest = shown.at(-1)
  const see = ({ alert }: TaskAlert) => {
    dropTaskAlert(alert)
    onSeen(alert)
  }
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        {newest && `${newest.title}. ${newest.task.text}`}
      </div>
      {shown.length > 0 && (
        <section
          aria-label={w.notices}
          className="fixed start-3 end-3 top-[calc(env(safe-area-inset-top)+0.75rem)] z-40 flex flex-col gap-2 sm:start-auto sm:w-96"
        >
          {shown.map((one) => (
            <Toast
              key={one.alert}
              shown={one}
              onOpen={() => {
                see(one)
                navigate(places.task(one.task.contact.id, one.task.id))
              }}
              onDismiss={() => see(one)}
            />
          ))}
        </section>
      )}
    </>
  )
}

type Props = { shown: TaskAlert; onOpen: () => void; onDismiss: () => void }

const Toast = ({ shown: { task, title }, onOpen, onDismiss }: Props) => (
  <div className="flex animate-appear items-start gap-2.5 rounded-xl border border-line bg-raised py-2 ps-3.5 pe-2 shadow-raised">
    <BellRing aria-hidden="true" className="mt-1.5 size-4 shrink-0 text-accent" />
    <div className="min-w-0 flex-1 py-1 text-sm">
      <p className="font-medium breakable">{title}</p>
      <p dir="auto" className="line-clamp-3 text-soft breakable">
        {task.text}
      </p>
    </div>
    <Button size="sm" kind="quiet" className="text-accent" onClick={onOpen}>
      {w.open}
    </Button>
    <IconButton label={w.dismiss} tip={false} className="size-7" onClick={onDismiss}>
      <X className="size-4" />
    </IconButton>
  </div>
)
