import { useInfiniteQuery } from '@tanstack/react-query'
import { EarlierChatRow } from '../chat/earlier-chat.tsx'
import { Button } from '../ui/button.tsx'
import { Part } from './part.tsx'
import { contactChatsQuery } from './query.ts'
import { contactWords } from './words.ts'

const w = contactWords

/** The chats of a contact, newest first; each unfolds to its messages. */
export function ContactChats({ contact, name }: { contact: number; name: string }) {
  const query = useInfiniteQuery(contactChatsQuery(contact))
  const chats = query.data?.pages.flatMap((page) => page.chats)
  return (
    <Part title={w.conversations} query={{ ...query, failed: w.failedChats }}>
      {chats?.length === 0 && <p className="text-sm text-muted">{w.noChats}</p>}
      {chats && chats.length > 0 && (
        <ul aria-label={w.conversations} className="-mx-2 flex flex-col gap-0.5">
          {chats.map((one) => (
            <EarlierChatRow key={one.id} chat={one} name={name} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button size="sm" kind="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {w.moreChats}
        </Button>
      )}
    </Part>
  )
}
