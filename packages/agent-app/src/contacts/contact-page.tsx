import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Contact } from '@deskbell/protocol/agent/contact'
import { Compass } from 'lucide-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { ApiError } from '../api/client.ts'
import { ContactCalls } from '../calls/contact-calls.tsx'
import { places } from '../places.ts'
import { ContactTasks } from '../tasks/contact-tasks.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Empty } from '../ui/empty.tsx'
import { later } from '../ui/later.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { useCell, useSession } from '../live/react.ts'
import { About } from './about.tsx'
import { Actions } from './actions.tsx'
import { ApartButton } from './apart-button.tsx'
import { ContactChats } from './contact-chats.tsx'
import { History } from './history.tsx'
import { Identities } from './identities.tsx'
import { Latest } from './latest.tsx'
import { Like } from './like.tsx'
import { Notes } from './notes.tsx'
import { OwnFields } from './own-fields.tsx'
import { Ratings } from './ratings.tsx'
import { contactQuery } from './query.ts'
import { contactWords } from './words.ts'
import { whoIs } from './who.ts'

const EraseContactDialog = later(() => import('./erase-dialog.tsx'))
const w = contactWords

/** One contact: what is known, their channels, chats and notes. */
export function ContactPage({ id }: { id: number }) {
  const queries = useQueryClient()
  // The contact is gone while the dialog says what was erased; then nothing of it is shown or fetched.
  const [erasing, setErasing] = useState<{ contact: Contact; open: boolean; begun: boolean } | null>(null)
  const isGoing = erasing?.begun === true
  const { data: contact, error, refetch } = useQuery({ ...contactQuery(id), enabled: !isGoing })
  const back = { href: places.contacts, label: w.title }
  // An erased or merged contact may still be cached.
  const isMissing = error instanceof ApiError && error.status === 404
  const begin = (begun: boolean) => {
    setErasing((now) => now && { ...now, begun })
    // A fetch that is being repeated would go on after the contact is gone.
    if (begun) void queries.cancelQueries({ queryKey: contactQuery(id).queryKey })
  }
  const leave = () => {
    navigate(places.contacts)
    queries.removeQueries({ queryKey: contactQuery(id).queryKey })
  }
  return (
    <>
      {contact && !isMissing && !isGoing ? (
        <Known contact={contact} back={back} onErase={() => setErasing({ contact, open: true, begun: false })} />
      ) : (
        <Page title={w.title} back={back}>
          {isMissing ? (
            <Empty icon={Compass} title={words.problem.missing}>
              {words.problem.missingHelp}
            </Empty>
          ) : error ? (
            <LoadProblem title={w.failedOne} error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingRows rows={4} className="h-24" />
          )}
        </Page>
      )}
      {erasing && (
        <EraseContactDialog
          contact={erasing.contact}
          open={erasing.open}
          onOpenChange={(open) => setErasing((now) => now && { ...now, open })}
          onBegun={begin}
          onErased={leave}
        />
      )}
    </>
  )
}

type KnownProps = { contact: Contact; back: { href: string; label: string }; onErase: () => void }

function Known({ contact, back, onErase }: KnownProps) {
  const who = whoIs(contact)
  const mayManage = useCell(useSession().live.me).role !== 'agent'
  const { email, identities, name } = contact
  const photo = identities.find((one) => one.photo !== null)?.photo ?? null
  const newest = identities.toSorted((a, b) => b.lastSeen - a.lastSeen).find(({ lastChat }) => lastChat !== null)
  return (
    <Page
      title={who}
      help={identities.map(({ number }) => words.inbox.visitor(number)).join(' · ')}
      picture={<Avatar name={name || email} id={identities[0]?.number ?? contact.id} photo={photo} />}
      back={back}
      action={mayManage && <Actions contact={contact} onErase={onErase} />}
    >
      <div className="grid items-start gap-x-8 gap-y-6 @3xl/page:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="min-w-0 rounded-2xl border border-line">
          <About contact={contact} />
          <OwnFields contact={contact} />
          <Identities
            contact={contact}
            {...(mayManage &&
              identities.length > 1 && { actionOf: (one) => <ApartButton contact={contact.id} identity={one} /> })}
          />
          {newest?.lastChat != null && <Latest chat={newest.lastChat} />}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Like contact={contact} />
          <ContactTasks contact={contact.id} />
          <Notes contact={contact.id} />
          <Ratings contact={contact.id} />
          <ContactCalls contact={contact.id} />
          <ContactChats contact={contact.id} name={who} />
          <History contact={contact.id} />
        </div>
      </div>
    </Page>
  )
}
