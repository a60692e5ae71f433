import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { Bot, Reply, StickyNote } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { ApiError, saying } from '../api/client.ts'
import { useCommands } from '../commands/registry.ts'
import { useCell, useSession } from '../live/react.ts'
import { type List, viewOf } from '../live/lists.ts'
import { places } from '../places.ts'
import { point } from '../text/when.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { fits } from '../ui/media.ts'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { isTypingElsewhere } from '../ui/typing-elsewhere.ts'
import { Key } from '../ui/tip.tsx'
import { words } from '../words/index.ts'
import { acceptChat } from './acts.ts'
import { isColleague, useColleagues } from './colleagues.ts'
import { joinChat } from './offer-acts.ts'
import { replyRequest } from './reply-request.ts'
import { COLUMN } from './column.ts'
import { Composer } from './composer.tsx'
import { WriterChip } from './writer-chip.tsx'

/** On a phone the keyboard would cover the conversation, so the text is focused by touch only. */
const hasKeyboard = () => fits('(pointer: fine)')

/** The foot of the conversation: the composer, the Reply button, or the notice that the chat is closed. */
export function Answer({ chat, view, ready }: { chat: ChatForMe; view: List; ready: boolean }) {
  const { live } = useSession()
  const me = useCell(live.me).id
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  /** The chat in which the agent writes a private note. */
  const [noting, setNoting] = useState<number | null>(null)
  const isNote = noting === chat.id && !chat.erased
  const button = useRef<HTMLButtonElement>(null)
  const mine = chat.state === 'open' && (chat.agent?.id === me || isColleague(chat, me))
  const bot = chat.state === 'open' && chat.owner === 'bot' ? (chat.bot?.name ?? words.inbox.bot) : null
  const other = chat.state === 'open' && chat.agent && !mine ? chat.agent : null
  // The bar above has the button that accepts the chat, or joins it.
  const isOffered = chat.state === 'open' && chat.offer?.to.id === me
  const isAsked = other !== null && !isOffered && Boolean(chat.asked?.some(({ id }) => id === me))

  const take = async (takeOver: boolean) => {
    await acceptChat(live, chat.id, takeOver)
    // The agent may have opened another chat meanwhile.
    if (viewOf(view) === 'waiting' && live.open.get() === chat.id)
      navigate(places.chat('mine', chat.id), { replace: true })
  }
  const reply = async () => {
    if (busy) return
    if (other && !isOffered && !isAsked) return setAsking(true)
    setBusy(true)
    setProblem(null)
    try {
      await (isAsked ? joinChat(live, chat.id) : take(false))
    } catch (error) {
      // If another agent accepted first, the chat's row shows it when the frame arrives.
      setProblem(
        error instanceof ApiError && error.code === 'taken' && live.chats.get(chat.id)?.agent ? null : saying(error),
      )
    } finally {
      setBusy(false)
    }
  }
  const { writer } = useColleagues(chat.id, chat.agent)
  const setNote = (on: boolean) => setNoting(on ? chat.id : null)
  const onAsked = useEffectEvent(() => {
    const asked = replyRequest.get()
    if (asked?.chat !== chat.id) return
    const { to } = asked
    if (to === 'note') return setNote(true)
    setNote(false)
    if (!mine && chat.state === 'open') void reply()
  })
  useEffect(() => replyRequest.subscribe(() => onAsked()), [])
  useCommands({
    'chat.answer': chat.state === 'closed' ? null : () => replyRequest.set({ to: 'reply', chat: chat.id }),
    'chat.note': chat.erased ? null : () => replyRequest.set({ to: 'note', chat: chat.id }),
  })
  useEffect(() => {
    if (!ready || mine || isNote || !hasKeyboard()) return
    return afterPaint(() => {
      if (!isTypingElsewhere()) button.current?.focus({ preventScroll: true })
    })
  }, [ready, mine, isNote])

  if (mine || isNote)
    return <Composer key={chat.id} of={chat} isNote={isNote} onKind={setNote} focus={hasKeyboard() || isNote} />
  const writeNote = !chat.erased && (
    <Button kind="quiet" onClick={() => setNote(true)} aria-keyshortcuts="n">
      <StickyNote aria-hidden="true" className="size-4" />
      {words.notes.note}
      <span aria-hidden="true" className="max-sm:hidden pointer-coarse:hidden">
        <Key>N</Key>
      </span>
    </Button>
  )
  return (
    <footer className="shrink-0 border-t border-line bg-panel py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className={COLUMN}>
        {problem && <Notice className="mb-2">{problem}</Notice>}
        {chat.state === 'closed' ? (
          <div className="flex flex-wrap items-center justify-center gap-x-3">
            <ClosedLine chat={chat} me={me} />
            {writeNote}
          </div>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 text-sm text-muted breakable">
              {writer ? (
                <WriterChip writer={writer} />
              ) : other ? (
                <bdi dir={words.dir} className="text-ink">
                  {words.chat.heldBy(other.name)}
                </bdi>
              ) : bot !== null ? (
                <span className="flex items-start gap-1.5">
                  <Bot aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
                  <bdi dir={words.dir}>{words.chat.withBot(bot)}</bdi>
                </span>
              ) : (
                words.chat.replyHelp
              )}
            </p>
            <div className="flex items-center gap-2 max-sm:w-full">
              {writeNote}
              {!isOffered && (
                <Button
                  ref={button}
                  kind={other ? 'plain' : 'primary'}
                  busy={busy}
                  onClick={() => (isAsked ? setAsking(true) : void reply())}
                  className="max-sm:flex-1"
                  aria-keyshortcuts={isAsked ? undefined : 'r'}
                >
                  <Reply aria-hidden="true" className="size-4 rtl:-scale-x-100" />
                  {other || bot !== null ? words.chat.takeOver : words.chat.reply}
                  {!isAsked && (
                    <span aria-hidden="true" className="max-sm:hidden pointer-coarse:hidden">
                      <Key>R</Key>
                    </span>
                  )}
                </Button>
              )}
            </div>
          </div>
        )}
      </div>
      {other && (
        <Confirm
          open={asking}
          onOpenChange={setAsking}
          title={words.chat.takeOverTitle(other.name)}
          action={words.chat.takeOver}
          onConfirm={() => take(true)}
        >
          {words.chat.takeOverHelp(other.name)}
        </Confirm>
      )}
    </footer>
  )
}

function ClosedLine({ chat, me }: { chat: ChatForMe; me: number }) {
  const now = useNow()
  const when = point(chat.closedAt ?? chat.lastAt, now)
  return (
    <p className="py-1.5 text-center text-sm text-muted">
      <bdi dir={words.dir}>
        {chat.agent?.id === me ? words.chat.closedByYou(when) : words.chat.closedBy(chat.agent?.name ?? null, when)}
      </bdi>{' '}
      {chat.erased ? words.erase.closed : chat.visitor.blocked ? words.chat.closedBlocked : words.chat.closedHelp}
    </p>
  )
}
