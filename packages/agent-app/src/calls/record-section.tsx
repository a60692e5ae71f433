import type { CallSettings } from '@deskbell/protocol/agent/call-settings'
import { LANGUAGES } from '@deskbell/protocol/languages'
import { languageName } from '../text/language.ts'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { useChange } from './settings-query.ts'
import { telephoneWords } from './telephone-words.ts'

const w = telephoneWords.record

/** Whether calls to telephones are recorded, and what the law usually asks for. */
export function RecordSection({ settings }: { settings: CallSettings }) {
  const { problem, change } = useChange()
  return (
    <Section title={w.title}>
      {problem && <Notice className="mb-2">{problem.text}</Notice>}
      <div className="-my-3">
        <SwitchRow
          label={w.on}
          help={w.onHelp}
          checked={settings.record}
          onChange={(record) => void change({ record })}
        />
      </div>
      <Notice tone={settings.record ? 'warm' : 'info'} className="mt-4">
        {w.law}
      </Notice>
      {settings.record && (
        <Field label={w.language} className="mt-4 max-w-96">
          {({ id }) => (
            <Select
              id={id}
              value={settings.language}
              options={LANGUAGES.map((tag) => [tag, languageName(tag)] as const)}
              onChange={(text) => {
                const language = LANGUAGES.find((tag) => tag === text)
                if (language) void change({ language })
              }}
            />
          )}
        </Field>
      )}
    </Section>
  )
}
