import { LANGUAGES } from '@deskbell/protocol/languages'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { languageName } from '../text/language.ts'
import { useAct } from '../ui/act.ts'
import { Field } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { keepLanguage, ofBrowser } from '../words/language.ts'

const w = words.me

/** The language of the application, on all devices of the agent. */
export function LanguageSection() {
  const { live } = useSession()
  const me = useCell(live.me)
  const { busy, problem, run } = useAct()
  const [picked, setPicked] = useState<string | null>(null)
  const choose = async (value: string) => {
    setPicked(value)
    const language = LANGUAGES.find((tag) => tag === value) ?? null
    const isDone = await run(async () => live.me.set(await call('PATCH /me', { body: { language } })))
    if (isDone && keepLanguage(language)) location.reload()
    else setPicked(null)
  }
  return (
    <Section title={w.language} help={w.languageHelp}>
      <Field bare label={w.language} problem={problem?.text ?? null} className="max-w-xs">
        {({ id, describedBy, invalid }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            disabled={busy}
            value={picked ?? me.language ?? ''}
            options={[
              ['', w.languageOfBrowser(languageName(ofBrowser()))],
              ...LANGUAGES.map((tag) => [tag, languageName(tag)] as const),
            ]}
            onChange={(value) => void choose(value)}
          />
        )}
      </Field>
    </Section>
  )
}
