import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { ArrowLeft } from 'lucide-react'
import { useLocation } from 'wouter'
import { type Capabilities, capabilitiesOf } from '../channels/capabilities.ts'
import { whoOf } from '../inbox/who.ts'
import { useCells, useSession } from '../live/react.ts'
import type { View } from '../live/views.ts'
import { places } from '../places.ts'
import { full, lasting, moment, number } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { Blocked } from './blocked.tsx'
import { CrmCards } from './crm-cards.tsx'
import { CustomGroup } from './custom-group.tsx'
import { Earlier } from './earlier.tsx'
import { EraseSection } from './erase-section.tsx'
import { Erased } from './erased.tsx'
import { Fact, Group } from './facts.tsx'
import { lastAgent } from './last-agent.ts'
import { LinkOrText } from './link-or-text.tsx'
import { VisitGroups } from './visit-groups.tsx'

const w = words.details

export function Details({ id, view }: { id: number; view: View }) {
  const { live } = useSession()
  const chat = useCells(live.chats, id)
  const thread = useCells(live.threads, id)?.thread
  const now = useNow()
  const [, navigate] = useLocation()
  if (!chat) {
    return (
      <div className="flex flex-col gap-4 p-5">
        <div className="skeleton size-14 rounded-full" />
        <div className="skeleton h-4 w-2/3" />
        <div className="skeleton h-3 w-1/2" />
      </div>
    )
  }
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
        <IconButton label={words.common.back} keys="Esc" onClick={() => navigate(places.chat(view, id))}>
          <ArrowLeft className="size-5 rtl:-scale-x-100" />
        </IconButton>
        <p className="font-semibold">{w.title}</p>
      </div>
      <div className="flex flex-col items-center gap-2.5 border-b border-line px-5 pt-7 pb-6 text-center">
        <Avatar name={visitor.name} id={visitor.number} photo={visitor.photo} size="lg" />
        <div className="max-w-full min-w-0">
          <bdi className="block text-md font-semibold breakable">{whoOf(chat)}</bdi>
          <p className="text-sm text-muted">{words.inbox.number(visitor.number)}</p>
        </div>
      </div>
      {chat.erased ? <Erased visitor={visitor.number} /> : <Person chat={chat} can={can} />}
      <Group title={w.chat}>
        <Fact label={w.channel} value={chat.channel.name} />
        <Fact label={w.number} value={number(chat.id)} />
        <Fact
          label={w.agent}
          value={(chat.agent ?? lastAgent(items))?.name ?? null}
          none={chat.state !== 'closed' ? w.unassigned : thread?.more === false ? w.earlier.unanswered : w.closedChat}
        />
        {chat.bot && <Fact label={w.bot} value={chat.bot.name} />}
        {chat.department && <Fact label={w.department} value={chat.department.name} />}
        {chat.rating && <Fact label={w.rating} value={w.ratings[chat.rating]} />}
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
        <Fact label={w.chats} value={number(visitor.chats)} />
        {can.showsVisitors && <Fact label={w.visits} value={number(visitor.visits)} />}
        <Fact label={w.firstSeen} value="">
          {when(visitor.since)}
        </Fact>
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
      <Group title={w.contact} note={w.fromCustomer}>
        {(can.showsVisitors || isByCrm('name')) && (
          <Fact label={w.name} value={visitor.name} fromServer={isByCrm('name')} />
        )}
        <Fact label={w.email} value={visitor.email} copy fromServer={isByCrm('email')} />
        <Fact label={w.phone} value={visitor.phone} copy fromServer={isByCrm('phone')} />
        {visitor.description && (
          <Fact label={w.description} value={visitor.description} fromServer={isByCrm('description')}>
            <bdi className="whitespace-pre-wrap">{visitor.description}</bdi>
          </Fact>
        )}
        {!can.showsVisitors && (
          <>
            {(can.postsToServer || visitor.url !== null) && (
              <Fact label={can.postsToServer ? w.page : w.profile} value={visitor.url}>
                {visitor.url && <LinkOrText href={visitor.url} text={visitor.url} />}
              </Fact>
            )}
            <Fact label={w.id} value={visitor.id} copy />
          </>
        )}
      </Group>
      {visitor.customTag !== undefined && <CustomGroup chat={id} tag={visitor.customTag} />}
      {visitor.site && <VisitGroups site={visitor.site} />}
    </>
  )
}
