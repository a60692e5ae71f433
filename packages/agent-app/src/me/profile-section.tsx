import type { Me } from '@deskbell/protocol/agent/people'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'

const w = words.me

/** Name and picture, as visitors see them. */
export function ProfileSection() {
  const { live } = useSession()
  const me = useCell(live.me)
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, problem, done, run } = useAct()
  const name = typed ?? me.name

  const save = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      live.me.set(await call('PATCH /me', { body: { name: name.trim() } }))
      setTyped(null)
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
          problem={problem?.text ?? null}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextField label={w.email} value={me.email} readOnly help={w.emailHelp} />
        <SaveLine
          dirty={name.trim() !== me.name && name.trim() !== ''}
          busy={busy}
          done={done}
          onReset={() => setTyped(null)}
        />
      </form>
    </Section>
  )
}

function Photo({ me, onChanged }: { me: Me; onChanged: (me: Me) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, problem, run } = useAct()
  const put = (file: File) => {
    const form = new FormData()
    form.append('file', file)
    const never = new AbortController().signal
    void run(async () => {
      await upload('PUT /me/photo', { form, onProgress: () => {}, signal: never })
      onChanged(await call('GET /me'))
    })
  }
  const remove = () =>
    void run(async () => {
      await call('DELETE /me/photo')
      onChanged(await call('GET /me'))
    })
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={me.name} id={me.id} photo={me.photo} size="lg" />
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={busy} onClick={() => input.current?.click()}>
            {me.photo ? w.photoChange : w.photoChoose}
          </Button>
          {me.photo && (
            <Button size="sm" kind="quiet" onClick={remove}>
              {w.photoRemove}
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-xs text-muted">{w.photoHelp}</p>
        {problem && <Notice className="mt-2">{problem.text}</Notice>}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) put(file)
        }}
      />
    </div>
  )
}
