import { TASK_DAYS_MAX } from '@deskbell/protocol/limits'
import { Menu } from '@base-ui/react/menu'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { upcoming } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/now.ts'
import { TIME_ITEM, TimeMenu } from '../waiting/time-menu.tsx'
import { words } from '../words/index.ts'
import { dueTimes } from './times.ts'
import { taskWords as w } from './words.ts'

const LABELS = { tomorrow: words.waiting.times.tomorrow, threeDays: w.threeDays, monday: words.waiting.times.monday }

/** Chooses when a task is due: a quick choice, an own time, or no date. */
export function DueMenu({ due, onChange }: { due: number | null; onChange: (due: number | null) => void }) {
  const [open, setOpen] = useState(false)
  const now = useNow()
  return (
    <TimeMenu
      open={open}
      onOpenChange={setOpen}
      title={w.due}
      action={w.setDue}
      times={(time) => dueTimes(time).map(({ name, at }) => ({ label: LABELS[name], at }))}
      daysMax={TASK_DAYS_MAX}
      onTime={onChange}
      trigger={
        <Button size="sm" aria-label={`${w.due}: ${due === null ? w.noDate : upcoming(due, now)}`}>
          <CalendarClock aria-hidden="true" className="size-4" />
          {due === null ? w.noDate : upcoming(due, now)}
        </Button>
      }
    >
      {due !== null && (
        <Menu.Item className={TIME_ITEM} onClick={() => onChange(null)}>
          {w.noDate}
        </Menu.Item>
      )}
    </TimeMenu>
  )
}
