import type { Contact, ContactRow } from '@deskbell/protocol/agent/contact'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { SearchField } from '../deliveries/search-field.tsx'
import { refreshInbox } from '../live/inbox.ts'
import { useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { LoadProblem, LoadingRows } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { contactQuery, contactsQuery } from './query.ts'
import { contactWords } from './words.ts'
import { whoIs } from './who.ts'
import { isolate } from '../words/isolate.ts'
import { inList } from '../text/when.ts'

const w = contactWords
const FIELDS = ['name', 'email', 'phone'] as const
type Field = (typeof FIELDS)[number]
type Side = 'this' | 'other'
/** Contacts that a search shows. */
const SHOWN = 8

type Props = {
  contact: Contact
  /** The other contact, where it is chosen already. */
  other?: number
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Merges another contact into this one: chooses it, and which values are shown. */
export default function MergeDialog({ contact, other, open, onOpenChange }: Props) {
  const [chosen, setChosen] = useState<number | null>(other ?? null)
  const close = (next: boolean) => {
    if (!next) setChosen(other ?? null)
    onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={close} title={w.merge} wide>
      {chosen === null ? (
        <Choose not={contact.id} onChoose={setChosen} />
      ) : (
        <Compare
          contact={contact}
          other={chosen}
          onBack={other === undefined ? () => setChosen(null) : undefined}
          onDone={() => close(false)}
        />
      )}
    </Dialog>
  )
}

function Choose({ not, onChoose }: { not: number; onChoose: (id: number) => void }) {
  const [q, setQ] = useState('')
  const { data, error, refetch } = useInfiniteQuery(contactsQuery(q === '' ? {} : { q }))
  const found = data?.pages.flatMap(({ contacts }) => contacts).filter(({ id }) => id !== not)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{w.mergeHelp}</p>
      <SearchField label={w.mergeFind} value={q} onChange={setQ} />
      {error && !found && <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />}
      {!found && !error && <LoadingRows rows={3} className="h-11" />}
      {found?.length === 0 && <p className="py-4 text-center text-sm text-muted">{w.none}</p>}
      <ul aria-label={w.list} className="-mx-2 flex flex-col">
        {found?.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => onChoose(one.id)}
              className="flex w-full items-center gap-3 rounded-lg p-2 text-start transition-colors hover:bg-hover"
            >
              <Known contact={one} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Known = ({ contact }: { contact: ContactRow }) => (
  <>
    <Avatar
      name={contact.name || contact.email}
      id={contact.visitors[0] ?? contact.id}
      photo={contact.photo}
      size="sm"
    />
    <span className="min-w-0 flex-1">
      <bdi className="block truncate font-medium">{whoIs(contact)}</bdi>
      <bdi className="block truncate text-xs text-muted">
        {[contact.email, contact.phone, ...contact.channels.map(({ name }) => name)].filter(Boolean).join(' · ')}
      </bdi>
    </span>
  </>
)

type CompareProps = { contact: Contact; other: number; onBack: (() => void) | undefined; onDone: () => void }

function Compare({ contact, other: id, onBack, onDone }: CompareProps) {
  const { live } = useSession()
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  // A key outside of 'contacts': after the merge the other contact is gone, and is not fetched again.
  const {
    data: other,
    error,
    refetch,
  } = useQuery({ ...contactQuery(id), queryKey: ['merging', id], refetchInterval: false })
  const [sides, setSides] = useState<Partial<Record<Field, Side>>>({})
  if (error && !other) return <LoadProblem title={w.failedOne} error={error} onRetry={() => void refetch()} />
  if (!other) return <LoadingRows rows={3} className="h-11" />
  const sideOf = (field: Field): Side => sides[field] ?? (contact[field] === null ? 'other' : 'this')
  const valueOf = (field: Field) => (sideOf(field) === 'this' ? contact : other)[field]
  const differing = FIELDS.filter(
    (field) => contact[field] !== null && other[field] !== null && contact[field] !== other[field],
  )
  const merge = () =>
    run(async () => {
      const chosen = Object.fromEntries(FIELDS.map((field) => [field, sideOf(field)]))
      const body = { other: id, ...chosen }
      const merged = await call('POST /contacts/:contact/merge', { params: { contact: contact.id }, body })
      queries.setQueryData(contactQuery(contact.id).queryKey, merged)
      await queries.invalidateQueries({ queryKey: contactQuery(contact.id).queryKey })
      void refreshInbox(live)
    }).then((done) => done && onDone())
  return (
    <div className="flex flex-col gap-4">
      <p>
        <span className="text-muted">{w.mergeChosen}</span>{' '}
        <bdi className="font-semibold breakable">{whoIs(other)}</bdi>
        {onBack && (
          <Button size="sm" kind="quiet" className="ms-1" onClick={onBack}>
            {w.mergeOther}
          </Button>
        )}
      </p>
      {differing.length > 0 && (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted">{w.mergeValues}</p>
          {differing.map((field) => (
            <fieldset key={field} className="min-w-0">
              <legend className="mb-1 text-sm font-medium">{w[field]}</legend>
              {(['this', 'other'] as const).map((side) => (
                <label key={side} className="flex min-h-8 items-center gap-2.5 text-sm">
                  <input
                    type="radio"
                    name={field}
                    checked={sideOf(field) === side}
                    onChange={() => setSides({ ...sides, [field]: side })}
                    className="size-4 shrink-0 accent-accent"
                  />
                  <bdi className="min-w-0 breakable">{(side === 'this' ? contact : other)[field]}</bdi>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      )}
      <section aria-label={w.mergePreview} className="rounded-xl bg-well px-4 py-3">
        <h3 className="text-sm font-semibold">{w.mergePreview}</h3>
        <dl className="mt-1.5 grid grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          {FIELDS.map((field) => (
            <div key={field} className="contents">
              <dt className="text-muted">{w[field]}</dt>
              <dd className="min-w-0 breakable">
                {valueOf(field) === null ? (
                  <span className="text-muted">{w.mergeNone}</span>
                ) : (
                  <bdi>{valueOf(field)}</bdi>
                )}
              </dd>
            </div>
          ))}
          <dt className="text-muted">{w.identities}</dt>
          <dd className="min-w-0 breakable">
            {inList([...contact.identities, ...other.identities].map(({ channel }) => isolate(channel.name)))}
          </dd>
        </dl>
        <p className="mt-2 text-xs text-muted">{w.mergeUndo}</p>
      </section>
      {problem && <Notice>{problem.text}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{words.common.cancel}</Button>
        <Button kind="primary" busy={busy} onClick={() => void merge()}>
          {w.mergeAction}
        </Button>
      </div>
    </div>
  )
}
