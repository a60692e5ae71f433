import type { Language } from '@deskbell/protocol/languages'
import { Field, INPUT, TextField } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { cx } from '../ui/cx.ts'
import { useCell, useSession } from '../live/react.ts'
import { words } from '../words/index.ts'
import type { EditProps } from './colours-section.tsx'
import { LANGUAGE_NAMES } from './look.ts'
import { previewWords } from './preview-words.ts'

const w = words.widget
const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

/** The widget's texts; the placeholder of an empty field is the default text. */
export function TextsSection({ settings, set, mayChange }: EditProps & { mayChange: boolean }) {
  const { account } = useCell(useSession().live.me)
  const { language, label, labelOffline, title, greeting } = settings
  const usual = previewWords(language)
  return (
    <Section title={w.texts} help={w.textsHelp}>
      <div className="flex flex-col gap-4">
        <Field label={w.language} help={w.languageHelp} className="sm:max-w-64">
          {({ id, describedBy }) => (
            <Select
              id={id}
              aria-describedby={describedBy}
              value={language}
              options={[['auto', w.languageAuto], ...LANGUAGES.map((one) => [one, LANGUAGE_NAMES[one]] as const)]}
              onChange={(value) => set({ language: value as Language | 'auto' })}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={w.label}
            value={label}
            placeholder={w.onlyIcon}
            dir="auto"
            maxLength={60}
            autoComplete="off"
            onChange={(event) => set({ label: event.target.value })}
          />
          <TextField
            label={w.labelOffline}
            value={labelOffline}
            placeholder={w.onlyIcon}
            dir="auto"
            maxLength={60}
            autoComplete="off"
            onChange={(event) => set({ labelOffline: event.target.value })}
          />
        </div>
        <TextField
          label={w.windowTitle}
          value={title}
          placeholder={account.name}
          help={w.titleHelp}
          dir="auto"
          maxLength={80}
          autoComplete="off"
          onChange={(event) => set({ title: event.target.value })}
        />
        <Field label={w.greeting} help={w.greetingHelp}>
          {({ id, describedBy }) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              value={greeting}
              placeholder={usual.greeting}
              dir="auto"
              rows={2}
              maxLength={500}
              className={cx(INPUT, 'resize-y py-2')}
              onChange={(event) => set({ greeting: event.target.value })}
            />
          )}
        </Field>
        <div className="-my-3">
          <SwitchRow
            label={w.team}
            help={w.teamHelp}
            checked={settings.team}
            disabled={!mayChange}
            onChange={(team) => set({ team })}
          />
          <SwitchRow
            label={w.placeShown}
            help={w.placeShownHelp}
            checked={settings.placeShown}
            disabled={!mayChange}
            onChange={(placeShown) => set({ placeShown })}
          />
          <SwitchRow
            label={w.sound}
            help={w.soundHelp}
            checked={settings.sound}
            disabled={!mayChange}
            onChange={(sound) => set({ sound })}
          />
        </div>
      </div>
    </Section>
  )
}
