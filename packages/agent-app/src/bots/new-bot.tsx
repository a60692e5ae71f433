import type { Bot, NewBot } from '@deskbell/protocol/agent/bot'
import { BOT_SECRET_MIN } from '@deskbell/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { botsQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { formValue } from '../ui/form-value.ts'
import { words } from '../words/index.ts'
import { switched } from '../api/switched.ts'
import { ChannelChoice } from './channel-choice.tsx'

const w = words.bots
const FIELDS = ['name', 'providerId', 'providerUrl', 'token']

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onMade: (bot: Bot) => void }

/** Connects a provider's bot. All other settings follow afterwards. */
export function NewBotDialog({ open, onOpenChange, onMade }: Props) {
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  const [channels, setChannels] = useState<number[]>([])
  const at = (field: string) => (problem?.field?.includes(field) ? problem.text : null)
  const placed = FIELDS.some((field) => at(field))

  const close = (next: boolean) => {
    clear()
    setChannels([])
    onOpenChange(next)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void run(async () => {
      const body: NewBot = {
        name: formValue(form, 'name'),
        providerId: formValue(form, 'providerId'),
        providerUrl: formValue(form, 'providerUrl'),
        token: formValue(form, 'token'),
        channels,
      }
      const made = await call('POST /bots', { body })
      await queries.invalidateQueries({ queryKey: botsQuery.queryKey, exact: true })
      close(false)
      onMade(made)
    })
  }
  return (
    <Dialog open={open} onOpenChange={close} title={w.add}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <TextField
          label={w.name}
          name="name"
          help={w.nameHelp}
          problem={at('name')}
          required
          maxLength={100}
          autoComplete="off"
          dir="auto"
        />
        <TextField
          label={w.providerId}
          name="providerId"
          help={w.providerIdHelp}
          problem={at('providerId')}
          required
          maxLength={100}
          pattern="[A-Za-z0-9._~\-]+"
          title={w.providerIdHelp}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          mono
        />
        <TextField
          label={w.providerUrl}
          name="providerUrl"
          type="url"
          inputMode="url"
          placeholder="https://bot.example/hook"
          help={w.providerUrlHelp}
          problem={at('providerUrl')}
          required
          dir="ltr"
          mono
        />
        <TextField
          label={w.token}
          name="token"
          help={w.tokenHelp}
          problem={at('token')}
          required
          minLength={BOT_SECRET_MIN}
          maxLength={1024}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          mono
        />
        <fieldset className="flex min-w-0 flex-col gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">{w.channels}</legend>
          <ChannelChoice
            chosen={channels}
            bot={null}
            onSwitch={(id, isOn) => setChannels(switched(channels, id, isOn))}
          />
          <p className="text-xs text-muted text-pretty">{w.channelsHelp}</p>
        </fieldset>
        {problem && !placed && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(false)}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {w.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
