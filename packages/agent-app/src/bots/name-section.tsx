import type { Bot } from '@deskbell/protocol/agent/bot'
import { type FormEvent, useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.bots

export function NameSection({ bot }: { bot: Bot }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, done, problem, change } = useChange(bot)
  const name = (typed ?? bot.name).trim()
  const save = (event: FormEvent) => {
    event.preventDefault()
    void change({ name }).then((saved) => saved && setTyped(null))
  }
  return (
    <Section title={w.name} help={w.nameHelp}>
      <form onSubmit={save}>
        <TextField
          label={w.name}
          bare
          value={typed ?? bot.name}
          dir="auto"
          required
          maxLength={100}
          problem={problem?.text ?? null}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SaveLine dirty={name !== bot.name && name !== ''} busy={busy} done={done} onReset={() => setTyped(null)} />
      </form>
    </Section>
  )
}
