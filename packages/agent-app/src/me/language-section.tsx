import { LANGUAGES } from '@deskbell/protocol/languages'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Field } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { keepLanguage, ofBrowser } from '../words/language.ts'

const w = words.me

/** A language by its own name, as its speakers look for it. */
const nameOf = (tag: string): string => {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

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
              ['', w.languageOfBrowser(nameOf(ofBrowser()))],
              ...LANGUAGES.map((tag) => [tag, nameOf(tag)] as const),
            ]}
            onChange={(value) => void choose(value)}
          />
        )}
      </Field>
    </Section>
  )
}
