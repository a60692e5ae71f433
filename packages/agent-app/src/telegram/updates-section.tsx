import { RefreshCw, Webhook } from 'lucide-react'
import { useChange } from '../channels/use-change.ts'
import { CardChoice } from '../ui/card-choice.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'

const w = words.telegram
const OPTIONS = [
  { value: 'polling', icon: RefreshCw, name: w.ways.polling, help: w.waysHelp.polling },
  { value: 'webhook', icon: Webhook, name: w.ways.webhook, help: w.waysHelp.webhook },
] as const

/** How messages arrive. Takes effect at once, and is undone when the server refuses it. */
export function UpdatesSection({ channel, mayChange, onChanged }: PartProps & { onChanged: () => void }) {
  const { problem, change } = useChange(channel)
  return (
    <Section title={w.updates} {...(mayChange && { help: w.updatesHelp })}>
      <CardChoice
        bare
        label={w.updates}
        value={channel.telegram.updates}
        options={OPTIONS}
        disabled={!mayChange}
        onChange={(updates) => void change({ telegram: { updates } }).then((saved) => saved && onChanged())}
      />
      {problem && <Notice className="mt-2">{problem.text}</Notice>}
    </Section>
  )
}
