import type { CallSettings } from '@deskbell/protocol/agent/call-settings'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../api/queries.ts'
import { Field } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { useChange } from './settings-query.ts'
import { telephoneWords } from './telephone-words.ts'

const w = telephoneWords.incoming

/** The channel whose agents take calls that come in over the trunk. */
export function IncomingSection({ settings: { incoming } }: { settings: CallSettings }) {
  const { problem, change } = useChange()
  const { data: channels = [] } = useQuery(channelsQuery)
  const isGone = incoming !== null && !channels.some(({ id }) => id === incoming)
  return (
    <Section title={w.title} help={w.help}>
      <Field label={w.channel} problem={problem?.text ?? null} className="max-w-96">
        {({ id, describedBy, invalid }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={incoming === null ? '' : String(incoming)}
            options={[
              ['', w.none],
              ...channels.map((channel) => [String(channel.id), channel.name] as const),
              ...(isGone ? [[String(incoming), w.gone(String(incoming))] as const] : []),
            ]}
            onChange={(text) => void change({ incoming: text === '' ? null : Number(text) })}
          />
        )}
      </Field>
    </Section>
  )
}
