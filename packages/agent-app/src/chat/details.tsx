import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { ArrowLeft, ContactRound, X } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { type Capabilities, capabilitiesOf } from '../channels/capabilities.ts'
import { SamePerson } from '../contacts/same-person.tsx'
import { nameOf, whoOf } from '../inbox/who.ts'
import { useCells, useSession } from '../live/react.ts'
import type { List } from '../live/lists.ts'
import { places } from '../places.ts'
import { ContactTasks } from '../tasks/contact-tasks.tsx'
import { full, lasting, moment, number } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { Blocked } from './blocked.tsx'
import { CrmCards } from './crm-cards.tsx'
import { CustomGroup } from './custom-group.tsx'
import { Earlier } from './earlier.tsx'
import { DetailsSkeleton } from './details-skeleton.tsx'
import { EraseSection } from './erase-section.tsx'
import { Erased } from './erased.tsx'
import { Fact, Group, Unverified } from './facts.tsx'
import { lastAgent } from './last-agent.ts'
import { LinkOrText } from './link-or-text.tsx'
import { PersonFields } from './person-fields.tsx'
import { RatingMark } from './rating-mark.tsx'
import { VisitGroups } from './visit-groups.tsx'
import { Link } from '../ui/link.tsx'

const w = words.details
/** A visitor who is first seen with the message that opened the chat was not seen before it. */
const MINUTE = 60_000

export default function Details({ id, view }: { id: number; view: List }) {
  const { live } = useSession()
  const chat = useCells(live.chats, id)
  const thread = useCells(live.threads, id)?.thread
  const now = useNow()
  if (!chat) return <DetailsSkeleton />
  const { visitor } = chat
  // A closed chat has no holder: shows the last agent.
  const items = chat.state === 'closed' ? (thread?.folded.items ?? []) : []
  const can = capabilitiesOf(chat.channel.kind)
  const when = (at: number) => (
    <time dateTime={new Date(at).toISOString()} title={full(at)}>
      {moment(at, now)}
    </time>
  )
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-2 xl:hidden">
        <IconButton
          label={words.common.back}
          keys="Esc"
          className="md:hidden"
          onClick={() => navigate(places.chat(view, id))}
        >
          <ArrowLeft className="size-5 rtl:-scale-x-100" />
        </IconButton>
        <p className="flex-1 font-semibold md:ps-2">{w.title}</p>
        <IconButton
          label={words.common.close}
          keys="Esc"
          className="max-md:hidden"
          onClick={() => navigate(places.chat(view, id))}
        >
          <X className="size-5" />
        </IconButton>
      </div>
      <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
        <Avatar name={visitor.name || visitor.email} id={visitor.number} photo={visitor.photo} />
        <div className="min-w-0 flex-1 basis-20">
          <bdi className="block font-semibold breakable">{whoOf(chat)}</bdi>
          {(nameOf(visitor) !== null || chat.erased) && (
            <p className="text-xs text-muted">{words.inbox.visitor(visitor.number)}</p>
          )}
        </div>
        {!chat.erased && (
          <Link
            href={places.contact(visitor.contact)}
            className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-accent transition-colors hover:bg-well"
          >
            <ContactRound aria-hidden="true" className="size-4" />
            {w.openContact}
          </Link>
        )}
      </div>
      {chat.erased ? <Erased visitor={visitor.number} /> : <Person chat={chat} can={can} />}
      {!chat.erased && (
        <div className="border-b border-line px-4 py-3">
          <ContactTasks key={visitor.contact} contact={visitor.contact} chat={id} />
        </div>
      )}
      <Group title={w.chat}>
        <Fact label={w.channel} value={chat.channel.name} />
        <Fact label={w.number} value={number(chat.id)} />
        <Fact
          label={w.agent}
          value={(chat.agent ?? lastAgent(items))?.name ?? null}
          {...(chat.state === 'closed' && { none: thread?.more === false ? w.earlier.unanswered : w.closedChat })}
        />
        {chat.bot && <Fact label={w.bot} value={chat.bot.name} />}
        {chat.department && <Fact label={w.department} value={chat.department.name} />}
        {chat.rating && (
          <Fact label={w.rating} value="">
            <span className="inline-flex items-center gap-1.5">
              <RatingMark rating={chat.rating} />
              {w.ratings[chat.rating]}
            </span>
          </Fact>
        )}
        <Fact label={w.opened} value="">
          {when(chat.openedAt)}
        </Fact>
        {chat.waitingSince !== null && (
          <Fact label={w.waiting} value="">
            {when(chat.waitingSince)} ({lasting(Math.max(0, now - chat.waitingSince), 'narrow')})
          </Fact>
        )}
        {chat.closedAt !== null && (
          <Fact label={w.closedAt} value="">
            {when(chat.closedAt)}
          </Fact>
        )}
        {visitor.chats > 1 && <Fact label={w.chats} value={number(visitor.chats)} />}
        {can.showsVisitors && <Fact label={w.visits} value={number(visitor.visits)} />}
        {(can.showsVisitors || chat.openedAt - visitor.since > MINUTE) && (
          <Fact label={w.firstSeen} value="">
            {when(visitor.since)}
          </Fact>
        )}
      </Group>
      <Earlier chat={chat} />
      <EraseSection chat={chat} />
    </>
  )
}

type PersonProps = { chat: ChatForMe; can: Capabilities }

function Person({ chat, can }: PersonProps) {
  const { id, visitor } = chat
  const isByCrm = (field: NonNullable<typeof visitor.byCrm>[number]) => visitor.byCrm?.includes(field) ?? false
  return (
    <>
      {visitor.blocked && <Blocked chat={id} />}
      <CrmCards chat={chat} />
      <Unverified />
      <PersonFields visitor={visitor} contact={visitor.contact}>
        {visitor.description && (
          <Fact label={w.description} value={visitor.description} fromServer={isByCrm('description')}>
            <bdi className="whitespace-pre-wrap">{visitor.description}</bdi>
          </Fact>
        )}
        {!can.showsVisitors && (
          <>
            {visitor.url && (
              <Fact label={can.postsToServer ? w.page : w.profile} value={visitor.url}>
                <LinkOrText href={visitor.url} text={visitor.url} />
              </Fact>
            )}
            <Fact label={w.id} value={visitor.id} copy />
          </>
        )}
      </PersonFields>
      <SamePerson key={visitor.contact} contact={visitor.contact} email={visitor.email} phone={visitor.phone} />
      {visitor.customTag !== undefined && <CustomGroup chat={id} tag={visitor.customTag} />}
      {visitor.site && <VisitGroups site={visitor.site} />}
    </>
  )
}
