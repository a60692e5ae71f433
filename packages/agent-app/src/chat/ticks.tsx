import { Check, CheckCheck, CircleAlert, RefreshCw } from 'lucide-react'
import type { MessageStatus } from '../live/fold.ts'
import { clock } from '../text/when.ts'
import { words } from '../words/index.ts'

/**
 * The delivery state of a message, as an icon with its meaning for screen readers. `isThere`: the visitor's page has
 * the message, at an unknown time.
 */
export function Ticks({ status, isThere = false }: { status: MessageStatus; isThere?: boolean }) {
  switch (status.state) {
    case 'stored':
      if (isThere)
        return <Sign icon={<CheckCheck className="size-3.5 text-accent" />} text={words.chat.deliveredSometime} />
      return <Sign icon={<Check className="size-3.5" />} text={words.chat.sent} />
    case 'delivered':
      return (
        <Sign icon={<CheckCheck className="size-3.5 text-accent" />} text={words.chat.delivered(clock(status.at))} />
      )
    case 'failed':
      return <Sign icon={<CircleAlert className="size-3.5 text-bad" />} text={words.chat.notDelivered} />
    case 'again':
      return <Sign icon={<RefreshCw className="size-3.5" />} text={words.chat.again(status.agent.name)} shown />
  }
}

const Sign = ({ icon, text, shown = false }: { icon: React.ReactNode; text: string; shown?: boolean }) => (
  <span title={text} className="inline-flex items-center gap-1">
    {icon}
    <span className={shown ? '' : 'sr-only'}>{text}</span>
  </span>
)
