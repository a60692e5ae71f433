import { SwitchSection } from '../ui/switch-section.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'
import { ContactsSection } from './contacts-section.tsx'
import { DraftForm } from './draft-form.tsx'

const w = words.widget
const SWITCHES = [
  ['offlineForm', w.offlineForm, w.offlineFormHelp],
  ['departments', w.departments, w.departmentsHelp],
  ['rating', w.rating, w.ratingHelp],
] as const
const TYPING = [['typingShown', w.typingShown, w.typingShownHelp]] as const

/** The forms that visitors see, and what agents see of their typing. */
export const FormsPart = (props: PartProps) => (
  <DraftForm {...props}>
    {({ settings, set }) => (
      <>
        <ContactsSection settings={settings} set={set} mayChange={props.mayChange} />
        <SwitchSection
          title={w.moreForms}
          rows={SWITCHES}
          isOn={settings}
          disabled={!props.mayChange}
          onChange={(key, on) => set({ [key]: on })}
        />
        <SwitchSection
          title={w.privacy}
          rows={TYPING}
          isOn={settings}
          disabled={!props.mayChange}
          onChange={(key, on) => set({ [key]: on })}
        />
      </>
    )}
  </DraftForm>
)
