import { type FormEvent, useState } from 'react'
import { useChange } from '../channels/use-change.ts'
import { Button } from '../ui/button.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import type { TelegramChannel } from './channel.ts'
import { TokenField } from './token-field.tsx'

const w = words.telegram

type Props = { channel: TelegramChannel; onChanged: () => void }

/** Replaces the bot's token. The API never returns it. */
export function TokenSection({ channel, onChanged }: Props) {
  const [fresh, setFresh] = useState<string | null>(null)
  const { busy, done, problem, change, clear } = useChange(channel)
  const reset = () => {
    clear()
    setFresh(null)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (fresh === null || !(await change({ telegram: { token: fresh.trim() } }))) return
    setFresh(null)
    onChanged()
  }
  return (
    <Section
      title={w.token}
      help={w.tokenKept}
      action={
        <Button size="sm" onClick={() => (fresh === null ? setFresh('') : reset())}>
          {fresh === null ? w.tokenReplace : words.common.cancel}
        </Button>
      }
    >
      {(fresh !== null || done) && (
        <form onSubmit={(event) => void save(event)}>
          {fresh !== null && (
            <TokenField
              label={w.freshToken}
              value={fresh}
              autoFocus
              problem={problem?.text ?? null}
              onChange={(event) => {
                clear()
                setFresh(event.target.value)
              }}
            />
          )}
          <SaveLine dirty={fresh !== null && fresh.trim() !== ''} busy={busy} done={done} />
        </form>
      )}
    </Section>
  )
}
