import type { WidgetSettings } from '@deskbell/protocol/widget/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { departmentsQuery } from '../api/queries.ts'
import { Choice } from '../ui/choice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import type { WidgetChannel } from './channel.ts'
import { type Moment, MOMENTS } from './preview-scene.ts'
import { Preview } from './preview.tsx'

const w = words.widget.preview

type Props = { channel: WidgetChannel; settings: WidgetSettings }

/** The widget on a page at the moments of a visit, light or dark, with agents online or offline. */
export function PreviewPane({ channel, settings }: Props) {
  const [moment, setMoment] = useState<Moment>('open')
  const { data: all = [] } = useQuery({ ...departmentsQuery, enabled: settings.departments })
  const departments = all.filter(({ agents }) => agents.some((one) => channel.agents.includes(one)))
  const [device, setDevice] = useState<'light' | 'dark'>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const [agents, setAgents] = useState<'online' | 'offline'>('online')
  return (
    <Section
      title={w.title}
      className="@4xl/page:pt-1! @4xl/page:sticky @4xl/page:top-0 @4xl/page:w-[27.5rem] @4xl/page:shrink-0 @4xl/page:self-start"
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <Choice
          bare
          compact
          label={w.view}
          value={moment}
          options={MOMENTS.map((one) => [one, w.moments[one]] as const)}
          onChange={setMoment}
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
      <Preview
        settings={settings}
        departments={settings.departments ? departments.map(({ name }) => name) : []}
        moment={moment}
        dark={device === 'dark'}
        online={agents === 'online'}
      />
    </Section>
  )
}
