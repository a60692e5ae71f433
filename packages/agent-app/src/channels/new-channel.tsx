import type { Channel, NewChannel } from '@deskbell/protocol/agent/channel'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { channelsQuery } from '../api/queries.ts'
import { useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { formValue } from '../ui/form-value.ts'
import { words } from '../words/index.ts'
import { type Kind, KindChoice } from './kind-choice.tsx'

const w = words.channels

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onMade: (channel: Channel) => void }

/**
 * Asks for the kind and the name; everything else is set afterwards. The agent who creates a channel is assigned to it.
 */
export function NewChannelDialog({ open, onOpenChange, onMade }: Props) {
  const { live } = useSession()
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  const [kind, setKind] = useState<Kind>('widget')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const serverUrl = formValue(form, 'serverUrl')
    void run(async () => {
      const body: NewChannel = {
        kind,
        name: formValue(form, 'name'),
        ...(serverUrl !== '' && { serverUrl }),
        agents: [live.me.get().id],
      }
      const made = await call('POST /channels', { body })
      await queries.invalidateQueries({ queryKey: channelsQuery.queryKey, exact: true })
      onOpenChange(false)
      onMade(made)
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        clear()
        onOpenChange(next)
      }}
      title={w.add}
    >
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <KindChoice value={kind} onChange={setKind} />
        <TextField
          label={w.name}
          name="name"
          help={w.nameHelp}
          required
          maxLength={100}
          autoComplete="off"
          dir="auto"
        />
        {kind === 'api' && (
          <TextField
            label={w.serverUrl}
            note={words.common.optional}
            name="serverUrl"
            type="url"
            inputMode="url"
            placeholder="https://shop.example/chat"
            help={w.serverUrlHelp}
            problem={problem?.field?.includes('serverUrl') ? problem.text : null}
          />
        )}
        {problem && !problem.field?.includes('serverUrl') && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {w.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
