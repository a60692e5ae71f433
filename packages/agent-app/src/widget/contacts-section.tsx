import { Choice } from '../ui/choice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import type { EditProps } from './colours-section.tsx'

const w = words.widget
const WHEN = ['off', 'before', 'after'] as const
const FIELDS = ['name', 'email', 'phone'] as const

/** Whether visitors are asked for contact data, and which fields are required. */
export function ContactsSection({ settings, set, mayChange }: EditProps & { mayChange: boolean }) {
  const { contacts, contactsNeeded } = settings
  const toggle = (field: (typeof FIELDS)[number]) =>
    set({ contactsNeeded: FIELDS.filter((one) => (one === field) !== contactsNeeded.includes(one)) })
  return (
    <Section title={w.contacts} help={w.contactsHelp}>
      <Choice
        label={w.contactsWhen}
        value={contacts}
        options={WHEN.map((one) => [one, w.contactsAt[one]] as const)}
        disabled={!mayChange}
        onChange={(chosen) => set({ contacts: chosen })}
      />
      {contacts !== 'off' && (
        <fieldset className="mt-4">
          <legend className="mb-1.5 text-sm font-medium">{w.contactsNeeded}</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {FIELDS.map((field) => (
              <label key={field} className="flex min-h-8 items-center gap-2.5">
                <input
                  type="checkbox"
                  checked={contactsNeeded.includes(field)}
                  disabled={!mayChange}
                  onChange={() => toggle(field)}
                  className="size-4 accent-accent"
                />
                {w.contactsFields[field]}
              </label>
            ))}
          </div>
          {contactsNeeded.length === 0 && <p className="mt-1 text-xs text-muted">{w.contactsNone}</p>}
        </fieldset>
      )}
    </Section>
  )
}
