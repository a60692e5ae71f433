import type { Bot } from '@deskbell/protocol/agent/bot'
import { BOT_SECRET_MIN } from '@deskbell/protocol/limits'
import { type FormEvent, useState } from 'react'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.bots
const EMPTY = { tokenUrl: '', clientId: '', secret: '', inBody: false }

type Props = { bot: Bot; isNew: boolean }

/** The credentials of both sides, and the address where ours are exchanged for an access token. */
export function AuthorizationForm({ bot, isNew }: Props) {
  const kept = bot.authorization
  const [typed, setTyped] = useState<Partial<typeof EMPTY>>({})
  const { busy, done, problem, change, clear, at } = useChange(bot)
  // The secret reads back as dots; saving the dots keeps the stored secret.
  const shown = { ...EMPTY, ...kept, inBody: kept?.inBody ?? false, secret: '', ...typed }
  const set = (change: Partial<typeof EMPTY>) => setTyped({ ...typed, ...change })
  const reset = () => {
    clear()
    setTyped({})
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { tokenUrl, clientId, secret, inBody } = shown
    void change({
      authorization: {
        tokenUrl: tokenUrl.trim(),
        clientId: clientId.trim(),
        secret: secret === '' ? (kept?.secret ?? '') : secret,
        inBody,
      },
    }).then((saved) => saved && setTyped({}))
  }
  const placed = ['tokenUrl', 'clientId', 'secret'].some((field) => at(field))
  return (
    <form onSubmit={save}>
      <div className="flex flex-col gap-4">
        <TextField
          label={w.tokenUrl}
          type="url"
          inputMode="url"
          dir="ltr"
          mono
          required
          autoFocus={isNew}
          placeholder="https://bot.example/oauth/token"
          value={shown.tokenUrl}
          help={w.tokenUrlHelp}
          problem={at('tokenUrl')}
          onChange={(event) => set({ tokenUrl: event.target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={w.clientId}
            dir="ltr"
            mono
            required
            maxLength={256}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={shown.clientId}
            problem={at('clientId')}
            onChange={(event) => set({ clientId: event.target.value })}
          />
          <TextField
            label={w.secret}
            type="password"
            dir="ltr"
            mono
            required={isNew}
            minLength={BOT_SECRET_MIN}
            maxLength={1024}
            autoComplete="off"
            placeholder={kept?.secret ?? ''}
            value={shown.secret}
            help={isNew ? w.secretHelp : w.secretStays}
            problem={at('secret')}
            onChange={(event) => set({ secret: event.target.value })}
          />
        </div>
      </div>
      <SwitchRow label={w.inBody} help={w.inBodyHelp} checked={shown.inBody} onChange={(inBody) => set({ inBody })} />
      <SaveLine
        dirty={Object.keys(typed).length > 0}
        busy={busy}
        done={done}
        problem={placed ? null : problem?.text}
        label={isNew ? w.switchOn : words.common.save}
        onReset={reset}
      />
    </form>
  )
}
