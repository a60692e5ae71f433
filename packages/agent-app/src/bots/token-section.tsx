import type { Bot } from '@deskbell/protocol/agent/bot'
import { BOT_SECRET_MIN } from '@deskbell/protocol/limits'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.bots

/** The bot's token. The API never returns it. */
export function TokenSection({ bot }: { bot: Bot }) {
  const [fresh, setFresh] = useState<string | null>(null)
  const { busy, done, problem, change, clear } = useChange(bot)
  const reset = () => {
    clear()
    setFresh(null)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (fresh !== null) void change({ token: fresh.trim() }).then((saved) => saved && setFresh(null))
  }
  return (
    <Section
      title={w.token}
      help={`${w.tokenHelp} ${w.tokenKept}`}
      action={
        <Button size="sm" onClick={() => (fresh === null ? setFresh('') : reset())}>
          {fresh === null ? w.replace : words.common.cancel}
        </Button>
      }
    >
      <form onSubmit={save}>
        {fresh === null ? (
          <code
            dir="ltr"
            className="block rounded-lg border border-line bg-well px-3 py-2.5 font-mono text-xs text-muted"
          >
            {bot.token}
          </code>
        ) : (
          <TextField
            label={w.freshToken}
            value={fresh}
            dir="ltr"
            mono
            required
            autoFocus
            minLength={BOT_SECRET_MIN}
            maxLength={1024}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            help={w.freshTokenHelp}
            problem={problem?.text ?? null}
            onChange={(event) => setFresh(event.target.value)}
          />
        )}
        {(fresh !== null || done) && <SaveLine dirty={fresh !== null && fresh.trim() !== ''} busy={busy} done={done} />}
      </form>
    </Section>
  )
}
