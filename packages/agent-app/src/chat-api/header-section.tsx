import type { Channel } from '@deskbell/protocol/agent/channel'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { useChange } from '../channels/use-change.ts'

const w = words.channels

/** A header that the integrator's gateway requires. The API never returns its value. */
export function HeaderSection({ channel }: { channel: Channel }) {
  const { header } = channel
  const [name, setName] = useState<string | null>(null)
  const [value, setValue] = useState('')
  const { busy, done, problem, change } = useChange(channel)
  const shown = name ?? header?.name ?? ''
  const reset = () => {
    setName(null)
    setValue('')
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void change({ header: { name: shown.trim(), value } }).then((saved) => saved && reset())
  }
  return (
    <Section
      title={w.header}
      help={w.headerHelp}
      action={
        header && (
          <Button size="sm" onClick={() => void change({ header: null }).then(reset)}>
            {w.headerRemove}
          </Button>
        )
      }
    >
      <form onSubmit={save}>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={w.headerName}
            value={shown}
            dir="ltr"
            mono
            placeholder="X-Api-Key"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label={w.headerValue}
            value={value}
            dir="ltr"
            mono
            type="password"
            autoComplete="off"
            maxLength={1000}
            placeholder={header ? '••••••••' : ''}
            onChange={(event) => setValue(event.target.value)}
          />
        </div>
        <SaveLine
          dirty={shown.trim() !== '' && value !== ''}
          busy={busy}
          done={done}
          problem={problem?.text}
          onReset={reset}
        />
      </form>
    </Section>
  )
}
