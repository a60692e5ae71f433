import { useChange } from '../channels/use-change.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/screen.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'
import { ContactsSection } from './contacts-section.tsx'

const w = words.widget
const SWITCHES = [
  ['offlineForm', w.offlineForm, w.offlineFormHelp],
  ['departments', w.departments, w.departmentsHelp],
  ['rating', w.rating, w.ratingHelp],
  ['callback', w.callback, w.callbackHelp],
] as const

/** What visitors are asked, and when. Each takes effect at once. */
export function FormsPart({ channel, mayChange }: PartProps) {
  const { problem, change } = useChange(channel)
  return (
    <>
      <ContactsSection channel={channel} mayChange={mayChange} />
      <Section title={w.moreForms}>
        {problem && <Notice className="mb-2">{problem.text}</Notice>}
        <div className="-my-3 divide-y divide-line">
          {SWITCHES.map(([key, label, help]) => (
            <SwitchRow
              key={key}
              label={label}
              help={help}
              checked={channel.widget[key]}
              disabled={!mayChange}
              onChange={(on) => void change({ widget: { [key]: on } })}
            />
          ))}
        </div>
      </Section>
    </>
  )
}
