import { memo, useDeferredValue, useEffect, useRef } from 'react'
import { MessageCircle } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { useKeptFocus } from '../chat/kept-focus.ts'
import { DetailsSkeleton } from '../chat/details-skeleton.tsx'
import { Stage } from '../chat/stage.tsx'
import { useCell, useSession } from '../live/react.ts'
import type { List } from '../live/lists.ts'
import { type InboxPlace, places } from '../places.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { cx } from '../ui/cx.ts'
import { Boundary } from '../ui/boundary.tsx'
import { Empty } from '../ui/empty.tsx'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'
import { ChatList } from './chat-list.tsx'
import { detailsShown } from './details-shown.ts'
import { useInboxCommands } from './inbox-commands.ts'
import { useDrawer } from './use-drawer.ts'
import { ListHeader } from './list-header.tsx'
import { useReadList } from './use-list.ts'

/** Loaded after the list and the conversation. */
const Details = later(() => import('../chat/details.tsx'))

const ChatDetails = memo(function ChatDetails({ chat, view }: { chat: number; view: List }) {
  return (
    <Boundary at={`details ${chat}`}>
      <Details key={chat} id={chat} view={view} loading={<DetailsSkeleton />} />
    </Boundary>
  )
})

const Checklist = later(() => import('../checklist/inbox-checklist.tsx'))

/** Beside the list while no chat is open. */
function NoChat() {
  const { role } = useCell(useSession().live.me)
  const pick = (
    <Empty icon={MessageCircle} title={words.inbox.pick}>
      {words.inbox.pickHelp}
    </Empty>
  )
  return role === 'agent' ? pick : <Checklist otherwise={pick} />
}

/**
 * List, conversation and details: three panes on a wide screen; two on a tablet, where the details are a drawer; one on a
 * phone.
 */
export function Inbox({ view, chat, details }: InboxPlace) {
  const session = useSession()
  const pane = useCell(detailsShown)
  useReadList(view)
  useEffect(() => Details.preload(), [])
  useEffect(() => {
    // Its messages are on their way already, or there: what the server is told comes after they are drawn.
    return afterPaint(() => session.open(chat))
  }, [session, chat])
  useEffect(() => () => session.open(null), [session])
  const conversation = useRef<HTMLElement>(null)
  const list = useRef<HTMLElement>(null)
  const aside = useRef<HTMLElement>(null)
  useKeptFocus(conversation, chat)
  useDrawer(details, aside, [list, conversation])
  useInboxCommands({ view, chat, details })
  // The conversation is drawn first, then its row in the list, and the details in place of those before.
  const marked = useDeferredValue(chat)
  const detailed = marked ?? chat

  return (
    <>
      <h1 className="sr-only">{words.inbox.title}</h1>
      <section
        ref={list}
        aria-label={words.inbox.title}
        className={cx(
          'min-w-0 flex-1 flex-col border-line bg-panel md:flex md:border-e md:max-w-[20rem] lg:max-w-[21.5rem]',
          chat === null ? 'flex' : 'hidden',
        )}
      >
        <ListHeader view={view} />
        <ChatList key={view} view={view} open={marked} />
      </section>
      {chat === null ? (
        <div className="hidden min-w-0 flex-1 md:flex">
          <NoChat />
        </div>
      ) : (
        <>
          <section
            ref={conversation}
            tabIndex={-1}
            className={cx('min-w-0 flex-1 flex-col outline-none md:flex', details ? 'hidden' : 'flex')}
          >
            <Stage chat={chat} view={view} />
          </section>
          {details && (
            <div
              aria-hidden="true"
              className="fixed inset-0 z-30 hidden bg-veil md:max-xl:block"
              onClick={() => navigate(places.chat(view, chat))}
            />
          )}
          <aside
            ref={aside}
            tabIndex={-1}
            aria-label={words.details.title}
            className={cx(
              'min-w-0 flex-col overflow-y-auto border-line bg-panel outline-none xl:border-s xl:w-[min(18.5rem,26vw)] xl:shrink-0 2xl:w-[min(20rem,24vw)]',
              'md:max-xl:fixed md:max-xl:inset-y-0 md:max-xl:end-0 md:max-xl:z-40 md:max-xl:w-[22rem] md:max-xl:animate-appear md:max-xl:shadow-raised',
              details ? 'flex flex-1 xl:flex-none' : 'hidden',
              pane ? 'xl:flex' : 'xl:hidden',
            )}
          >
            {detailed !== null && <ChatDetails chat={detailed} view={view} />}
          </aside>
        </>
      )}
    </>
  )
}
