import type { ContactNote } from '@deskbell/protocol/agent/contact'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { Rich } from '../text/rich.tsx'
import { full, moment, number } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { AgentFace } from '../team/agent-face.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { INPUT } from '../ui/field.tsx'
import { useNow } from '../ui/now.ts'
import { Part } from './part.tsx'
import { contactNotesQuery } from './query.ts'
import { contactWords } from './words.ts'
import { Link } from '../ui/link.tsx'
import { unsavedNotes } from './unsaved-notes.ts'

const w = contactWords

/** Notes about a contact, and the private notes of its chats. */
export function Notes({ contact }: { contact: number }) {
  const query = useQuery(contactNotesQuery(contact))
  const me = useCell(useSession().live.me)
  const queries = useQueryClient()
  const [removing, setRemoving] = useState<ContactNote | null>(null)
  const refetch = () => queries.invalidateQueries({ queryKey: contactNotesQuery(contact).queryKey })
  const { notes = [], fromChats = [] } = query.data ?? {}
  const remove = async () => {
    if (!removing) return
    await call('DELETE /contacts/:contact/notes/:note', { params: { contact, note: removing.id } })
    await refetch()
  }
  return (
    <Part title={w.notes} query={{ ...query, failed: w.failedNotes }}>
      <NewNote key={contact} contact={contact} onSaved={refetch} />
      {notes.length === 0 && fromChats.length === 0 && <p className="mt-2 text-sm text-muted">{w.noNotes}</p>}
      <ul aria-label={w.notes} className="mt-3 flex flex-col gap-2">
        {notes.map((note) => (
          <Note key={note.id} note={note}>
            {(note.agent.id === me.id || me.role !== 'agent') && (
              <IconButton label={w.removeNote(note.agent.name)} className="-my-1.5" onClick={() => setRemoving(note)}>
                <Trash2 className="size-4" />
              </IconButton>
            )}
          </Note>
        ))}
        {fromChats.map((note) => (
          <Note key={`${note.chat} ${note.n}`} note={note}>
            <Link
              href={places.chat('all', note.chat)}
              aria-label={w.inChatNumber(number(note.chat))}
              className="text-xs font-medium text-accent underline-offset-2 hover:underline"
            >
              {w.inChat}
            </Link>
          </Note>
        ))}
      </ul>
      <Confirm
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={w.removeNoteTitle}
        action={w.removeNoteAction}
        danger
        onConfirm={remove}
      >
        {w.removeNoteHelp}
      </Confirm>
    </Part>
  )
}

function NewNote({ contact, onSaved }: { contact: number; onSaved: () => Promise<unknown> }) {
  const { busy, problem, run } = useAct()
  const text = useCell(unsavedNotes.texts).get(contact) ?? ''
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() === '' || busy) return
    // What the agent writes next is another note.
    unsavedNotes.write(contact, '')
    void run(async () => {
      await call('POST /contacts/:contact/notes', { params: { contact }, body: { text } })
      await onSaved()
    }).then((saved) => saved || unsavedNotes.keep(contact, text))
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-2">
      <textarea
        aria-label={w.writeNote}
        placeholder={w.writeNote}
        rows={text === '' ? 1 : 3}
        value={text}
        maxLength={AGENT_TEXT_MAX}
        dir="auto"
        onChange={(event) => unsavedNotes.write(contact, event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && save()}
        className={`${INPUT} resize-none bg-warm-tint py-2`}
      />
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem.text}
        </p>
      )}
      {text.trim() !== '' && (
        <Button type="submit" size="sm" kind="primary" busy={busy} className="self-end">
          {w.saveNote}
        </Button>
      )}
    </form>
  )
}

type Shown = Pick<ContactNote, 'agent' | 'at' | 'text'>

function Note({ note: { agent, at, text }, children }: { note: Shown; children: ReactNode }) {
  const now = useNow()
  return (
    <li className="rounded-xl bg-warm-tint px-3 py-2">
      <div className="flex items-center gap-2 text-xs text-soft">
        <AgentFace agent={agent} />
        <bdi className="truncate font-medium">{agent.name}</bdi>
        <time dateTime={new Date(at).toISOString()} title={full(at)} className="shrink-0">
          {moment(at, now)}
        </time>
        <span className="ms-auto shrink-0">{children}</span>
      </div>
      <div dir="auto" className="mt-1 text-sm breakable whitespace-pre-wrap">
        <Rich text={text} />
      </div>
    </li>
  )
}
