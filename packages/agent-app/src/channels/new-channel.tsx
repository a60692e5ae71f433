import type { Channel, ChannelKind, NewChannel } from '@deskbell/protocol/agent/channel'
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
import { KindChoice } from './kind-choice.tsx'
import { FIRST_KIND, KINDS } from './kinds.ts'

const w = words.channels

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onMade: (channel: Channel) => void }

/**
 * Asks for the kind, the name and the required settings of the kind; agents change all others afterwards. The agent who
 * creates a channel is assigned to it.
 */
export function NewChannelDialog({ open, onOpenChange, onMade }: Props) {
  const { live } = useSession()
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  const [kind, setKind] = useState(FIRST_KIND)
  const { asks } = KINDS[kind]
  const choose = (next: ChannelKind) => {
    clear()
    setKind(next)
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void run(async () => {
      const body: NewChannel = {
        kind,
        name: formValue(form, 'name'),
        agents: [live.me.get().id],
        ...asks?.toRequest(form),
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
        <KindChoice value={kind} onChange={choose} />
        <TextField
          label={w.name}
          name="name"
          help={w.nameHelp}
          required
          maxLength={100}
          autoComplete="off"
          dir="auto"
        />
        {asks && <asks.Fields problemAt={(field) => (problem?.field === field ? problem.text : null)} />}
        {problem && !asks?.pointers.some((field) => field === problem.field) && <Notice>{problem.text}</Notice>}
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
