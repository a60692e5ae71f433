import { Menu } from '@base-ui/react/menu'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { PLACES } from '@deskbell/protocol/agent/places'
import { Copy, Link2, Quote } from 'lucide-react'
import { useRef, useState } from 'react'
import { keepDraft, readDraft } from '../live/drafts.ts'
import type { MessageItem } from '../live/fold.ts'
import { useCell, useSession } from '../live/react.ts'
import { copyText } from '../ui/copy.ts'
import { useFirstItem } from '../ui/first-item.ts'
import { messageWords } from './message-words.ts'
import { quoted } from './quoted.ts'
import { replyRequest } from './reply-request.ts'
import type { MessageMenuAt } from './use-message-menu.ts'

const w = messageWords
const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-well'

type Props = {
  at: MessageMenuAt
  item: MessageItem
  chat: ChatForMe
  onSaid: (text: string) => void
  onClose: () => void
}

/** What an agent can do with one message. */
export default function MessageMenu({ at, item, chat, onSaid, onClose }: Props) {
  const { live, who } = useSession()
  const me = useCell(live.me).id
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(true)
  const first = useFirstItem(open && at.byKey, place)
  const { text, n, note } = item
  // A private note must not get into a message to the visitor by a slip.
  const mayQuote = text !== '' && !note && chat.state === 'open' && chat.agent?.id === me

  /** Quoting moves the focus, so it waits until the menu has given it back. */
  const toQuote = useRef(false)
  const copy = (what: string) => {
    void copyText(what).then((done) => onSaid(done ? w.copied : w.notCopied))
  }
  const quote = () => {
    keepDraft(who, chat.id, quoted(text, readDraft(who, chat.id)))
    replyRequest.set({ to: 'reply', chat: chat.id })
  }
  return (
    <div ref={setPlace} className="contents">
      <Menu.Root
        open={open}
        onOpenChange={setOpen}
        onOpenChangeComplete={(now) => {
          first()
          if (now) return
          onClose()
          if (toQuote.current) quote()
        }}
      >
        <Menu.Portal container={place}>
          <Menu.Positioner
            anchor={at.anchor}
            sideOffset={4}
            align={item.from === 'visitor' ? 'start' : 'end'}
            className="z-50"
          >
            <Menu.Popup
              aria-label={w.menu}
              finalFocus={() => (at.byKey && !toQuote.current ? at.anchor : false)}
              className="popup w-60 max-w-[calc(100vw-1.5rem)] p-1.5"
            >
              {text !== '' && (
                <Menu.Item className={ITEM} onClick={() => copy(text)}>
                  <Copy aria-hidden="true" className="size-4 shrink-0 text-muted" />
                  {w.copyText}
                </Menu.Item>
              )}
              <Menu.Item
                className={ITEM}
                onClick={() =>
                  copy(location.origin + PLACES.entry(chat.state === 'closed' ? 'closed' : 'all', chat.id, n))
                }
              >
                <Link2 aria-hidden="true" className="size-4 shrink-0 text-muted" />
                {w.copyLink}
              </Menu.Item>
              {mayQuote && (
                <Menu.Item className={ITEM} onClick={() => void (toQuote.current = true)}>
                  <Quote aria-hidden="true" className="size-4 shrink-0 text-muted" />
                  {w.quote}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}
