import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { navigate } from 'wouter/use-browser-location'
import { isWide, showDetails } from '../inbox/details-shown.ts'
import { whoOf } from '../inbox/who.ts'
import type { List } from '../live/lists.ts'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { EARLIER } from './earlier.tsx'

/** The details are drawn after the conversation: within so many frames. */
const FRAMES = 60

function scrollToEarlier(frames: number): void {
  requestAnimationFrame(() => {
    const section = document.getElementById(EARLIER)
    if (section?.offsetParent) section.scrollIntoView({ block: 'start' })
    else if (frames > 0) scrollToEarlier(frames - 1)
  })
}

/** Shown above the first entry, with a link to the visitor's other chats. */
export function Beginning({ chat, view }: { chat: ChatForMe; view: List }) {
  const { chats } = chat.visitor
  const toEarlier = () => {
    if (isWide()) showDetails(true)
    else navigate(places.details(view, chat.id))
    scrollToEarlier(FRAMES)
  }
  return (
    <div className="flex flex-col items-center gap-1 px-6 pt-8 text-center text-sm text-muted">
      <p>
        <bdi dir={words.dir}>{chats > 1 ? words.chat.beginningAgain : words.chat.beginning(whoOf(chat))}</bdi>
      </p>
      {chats > 1 && (
        <Button size="sm" onClick={toEarlier}>
          {words.details.earlier.title}
        </Button>
      )}
    </div>
  )
}
