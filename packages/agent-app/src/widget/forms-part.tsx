import { useChange } from '../channels/use-change.ts'
import { SwitchSection } from '../ui/switch-section.tsx'
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
      <SwitchSection
        title={w.moreForms}
        problem={problem}
        rows={SWITCHES}
        isOn={channel.widget}
        disabled={!mayChange}
        onChange={(key, on) => void change({ widget: { [key]: on } })}
      />
    </>
  )
}
