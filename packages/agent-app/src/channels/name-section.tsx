import type { Channel } from '@deskbell/protocol/agent/channel'
import { type FormEvent, useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.channels

export function NameSection({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, done, problem, change } = useChange(channel)
  const name = typed ?? channel.name
  const save = (event: FormEvent) => {
    event.preventDefault()
    void change({ name: name.trim() }).then((saved) => saved && setTyped(null))
  }
  return (
    <Section title={w.name} help={w.nameHelp}>
      <form onSubmit={save}>
        <TextField
          label={w.name}
          bare
          value={name}
          dir="auto"
          required
          maxLength={100}
          readOnly={!mayChange}
          problem={problem?.text ?? null}
          onChange={(event) => setTyped(event.target.value)}
        />
        {mayChange && (
          <SaveLine
            dirty={name.trim() !== channel.name && name.trim() !== ''}
            busy={busy}
            done={done}
            onReset={() => setTyped(null)}
          />
        )}
      </form>
    </Section>
  )
}
