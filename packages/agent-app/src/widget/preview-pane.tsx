import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import { useState } from 'react'
import { Choice } from '../ui/choice.tsx'
import { Section } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { Preview } from './preview.tsx'

const w = words.widget.preview

/** The widget on a page, closed or open, on a light or a dark device, with somebody there or nobody. */
export function PreviewPane({ settings }: { settings: WidgetSettings }) {
  const [view, setView] = useState<'open' | 'closed'>('open')
  const [device, setDevice] = useState<'light' | 'dark'>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const [agents, setAgents] = useState<'online' | 'offline'>('online')
  return (
    <Section title={w.title} className="mb-0! lg:sticky lg:top-0 lg:w-[27.5rem] lg:shrink-0 lg:self-start">
      <div className="mb-3 flex flex-wrap gap-2">
        <Choice
          bare
          compact
          label={w.view}
          value={view}
          options={[
            ['open', w.open],
            ['closed', w.closed],
          ]}
          onChange={setView}
        />
        <Choice
          bare
          compact
          label={w.device}
          value={device}
          options={[
            ['light', w.light],
            ['dark', w.dark],
          ]}
          onChange={setDevice}
        />
        <Choice
          bare
          compact
          label={w.agents}
          value={agents}
          options={[
            ['online', w.online],
            ['offline', w.offline],
          ]}
          onChange={setAgents}
        />
      </div>
      <Preview settings={settings} open={view === 'open'} dark={device === 'dark'} online={agents === 'online'} />
    </Section>
  )
}
