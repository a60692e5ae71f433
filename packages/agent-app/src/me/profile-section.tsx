import type { Me } from '@deskbell/protocol/agent/people'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { sendPhoto } from '../api/upload.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Avatar } from '../ui/avatar.tsx'
import { TextField } from '../ui/field.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'

const w = words.me

type Draft = { name: string; phone: string }

/** Name, picture and phone number. */
export function ProfileSection() {
  const { live } = useSession()
  const me = useCell(live.me)
  const [begun, setBegun] = useState<Draft | null>(null)
  const { busy, problem, done, run, clear } = useAct()
  const { name, phone } = begun ?? { name: me.name, phone: me.phone ?? '' }
  const dirty = (name.trim() !== me.name && name.trim() !== '') || phone.trim() !== (me.phone ?? '')
  const edit = (next: Draft | null) => {
    clear()
    setBegun(next)
  }
  const problemOf = (field: string) => (problem?.field === field ? problem.text : null)

  const save = (event: FormEvent) => {
    event.preventDefault()
    const sent = begun
    void run(async () => {
      live.me.set(await call('PATCH /me', { body: { name: name.trim(), phone: phone.trim() || null } }))
      // What was typed meanwhile stays.
      setBegun((now) => (now === sent ? null : now))
    })
  }
  return (
    <Section title={w.profile}>
      <Photo me={me} onChanged={live.me.set} />
      <form onSubmit={save} className="mt-5 flex flex-col gap-4">
        <TextField
          label={w.name}
          value={name}
          dir="auto"
          required
          maxLength={256}
          autoComplete="name"
          help={w.nameHelp}
          problem={problemOf('/name')}
          onChange={(event) => edit({ name: event.target.value, phone })}
        />
        <TextField
          label={w.phone}
          note={words.common.optional}
          type="tel"
          value={phone}
          dir="ltr"
          maxLength={33}
          autoComplete="tel"
          help={w.phoneHelp}
          problem={problemOf('/phone')}
          onChange={(event) => edit({ name, phone: event.target.value })}
        />
        <TextField label={w.email} value={me.email} readOnly help={w.emailHelp} />
        <SaveLine
          dirty={dirty}
          busy={busy}
          done={done}
          problem={problem && !problemOf('/name') && !problemOf('/phone') ? problem.text : undefined}
          onReset={() => edit(null)}
        />
      </form>
    </Section>
  )
}

const Photo = ({ me, onChanged }: { me: Me; onChanged: (me: Me) => void }) => (
  <PictureField
    picture={<Avatar name={me.name} id={me.id} photo={me.photo} size="lg" />}
    isSet={me.photo !== null}
    words={{ choose: w.photoChoose, change: w.photoChange, remove: w.photoRemove, help: w.photoHelp }}
    onUpload={async (form) => onChanged(await sendPhoto(form))}
    onRemove={async () => onChanged(await call('DELETE /me/photo'))}
  />
)
