import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { Bot, Reply } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError, saying } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import type { View } from '../live/views.ts'
import { places } from '../places.ts'
import { moment } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { Key } from '../ui/tip.tsx'
import { words } from '../words/index.ts'
import { acceptChat } from './acts.ts'
import { replyRequest } from './reply-request.ts'
import { Composer } from './composer.tsx'

/** On a phone the keyboard would cover the conversation, so the text is focused by touch only. */
const hasKeyboard = () => matchMedia('(pointer: fine)').matches

/** The foot of the conversation: the composer, the Reply button, or the notice that the chat is closed. */
export function Answer({ chat, view, ready }: { chat: ChatForMe; view: View; ready: boolean }) {
  const { live } = useSession()
  const me = useCell(live.me).id
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mine = chat.state === 'open' && chat.agent?.id === me
  const bot = chat.state === 'open' && chat.owner === 'bot' ? (chat.bot?.name ?? words.inbox.bot) : null
  const other = chat.state === 'open' && chat.agent && !mine ? chat.agent : null

  const take = async (takeOver: boolean) => {
    await acceptChat(live, chat.id, takeOver)
    if (view === 'waiting') navigate(places.chat('mine', chat.id), { replace: true })
  }
  const reply = async () => {
    if (busy) return
    if (other) return setAsking(true)
    setBusy(true)
    setProblem(null)
    try {
      await take(false)
    } catch (error) {
      // When another agent accepted first, the chat's own line says so as soon as it is known.
      setProblem(
        error instanceof ApiError && error.code === 'taken' && live.chats.get(chat.id)?.agent ? null : saying(error),
      )
    } finally {
      setBusy(false)
    }
  }
  const onAsked = useEffectEvent(() => void reply())
  useEffect(() => (mine ? undefined : replyRequest.subscribe(() => onAsked())), [mine])
  useEffect(() => {
    if (ready && !mine && hasKeyboard()) button.current?.focus({ preventScroll: true })
  }, [ready, mine])

  if (mine) return <Composer key={chat.id} chat={chat.id} focus={hasKeyboard()} />
  return (
    <footer className="shrink-0 border-t border-line bg-panel px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
      {problem && <Notice className="mb-2">{problem}</Notice>}
      {chat.state === 'closed' ? (
        <ClosedLine chat={chat} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 text-sm text-muted breakable">
            {other ? (
              <bdi className="text-ink">{words.chat.heldBy(other.name)}</bdi>
            ) : bot !== null ? (
              <span className="flex items-start gap-1.5">
                <Bot aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
                <bdi>{words.chat.withBot(bot)}</bdi>
              </span>
            ) : (
              words.chat.replyHelp
            )}
          </p>
          <Button
            ref={button}
            kind={other ? 'plain' : 'primary'}
            busy={busy}
            onClick={() => void reply()}
            className="max-sm:w-full"
            aria-keyshortcuts="r"
          >
            <Reply aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            {other || bot !== null ? words.chat.takeOver : words.chat.reply}
            <span aria-hidden="true" className="pointer-coarse:hidden">
              <Key>R</Key>
            </span>
          </Button>
        </div>
      )}
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

function ClosedLine({ chat }: { chat: ChatForMe }) {
  const now = useNow()
  return (
    <p className="py-1.5 text-center text-sm text-muted">
      <bdi>{words.chat.closedBy(chat.agent?.name ?? null, moment(chat.closedAt ?? chat.lastAt, now))}</bdi>{' '}
      {chat.erased ? words.erase.closed : chat.visitor.blocked ? words.chat.closedBlocked : words.chat.closedHelp}
    </p>
  )
}
