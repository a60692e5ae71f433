import { useChange } from '../channels/use-change.ts'
import { SwitchSection } from '../ui/switch-section.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'
import { ContactsSection } from './contacts-section.tsx'
import { PreviewPane } from './preview-pane.tsx'

const w = words.widget
const SWITCHES = [
  ['offlineForm', w.offlineForm, w.offlineFormHelp],
  ['departments', w.departments, w.departmentsHelp],
  ['rating', w.rating, w.ratingHelp],
  ['callback', w.callback, w.callbackHelp],
] as const

/** What visitors are asked, and when, and beside it what that comes to. Each takes effect at once. */
export function FormsPart({ channel, mayChange }: PartProps) {
  const { problem, change } = useChange(channel)
  return (
    <div className="flex flex-col-reverse gap-5 lg:flex-row">
      <div className="min-w-0 flex-1">
        <ContactsSection channel={channel} mayChange={mayChange} />
        <SwitchSection
          title={w.moreForms}
          problem={problem}
          rows={SWITCHES}
          isOn={channel.widget}
          disabled={!mayChange}
          onChange={(key, on) => void change({ widget: { [key]: on } })}
        />
      </div>
      <PreviewPane channel={channel} settings={channel.widget} />
    </div>
  )
}
