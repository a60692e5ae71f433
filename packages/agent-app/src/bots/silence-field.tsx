import type { Bot } from '@deskbell/protocol/agent/bot'
import { type FormEvent, useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.bots
const MAX = 86_400

/** How long the bot may take to answer (B10). */
export function SilenceField({ bot }: { bot: Bot }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, done, problem, change, clear } = useChange(bot)
  const seconds = Number(typed ?? bot.silenceLimit)
  const isWrong = !Number.isInteger(seconds) || seconds < 1 || seconds > MAX
  const reset = () => {
    clear()
    setTyped(null)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) void change({ silenceLimit: seconds }).then((saved) => saved && setTyped(null))
  }
  return (
    <form onSubmit={save} noValidate>
      <TextField
        label={w.silence}
        inputMode="numeric"
        maxLength={6}
        value={typed ?? String(bot.silenceLimit)}
        help={w.silenceHelp}
        problem={isWrong ? w.silenceWrong : (problem?.text ?? null)}
        onChange={(event) => setTyped(event.target.value)}
      />
      {(typed !== null || done) && (
        <SaveLine dirty={!isWrong && seconds !== bot.silenceLimit} busy={busy} done={done} onReset={reset} />
      )}
    </form>
  )
}
