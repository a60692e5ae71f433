import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { ArrowLeft, Bot, CircleCheckBig, PanelRight, Reply } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { DepartmentChip } from '../inbox/department-chip.tsx'
import { detailsShown, isWide, showDetails } from '../inbox/details-shown.ts'
import { whoOf } from '../inbox/who.ts'
import { useCell, useSession } from '../live/react.ts'
import type { View } from '../live/views.ts'
import { places } from '../places.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { words } from '../words/index.ts'
import { closeChat } from './acts.ts'
import { replyRequest } from './reply-request.ts'
import { ChatMenu } from './chat-menu.tsx'

type Props = { id: number; view: View; chat: ChatForMe | undefined; broken: boolean }

/** The visitor's name and the actions of the chat. `broken`: the chat could not be loaded. */
export function Header({ id, view, chat, broken }: Props) {
  const { live } = useSession()
  const me = useCell(live.me)
  const pane = useCell(detailsShown)
  const [, navigate] = useLocation()
  const [closing, setClosing] = useState(false)
  const name = chat ? whoOf(chat) : ''
  const mine = chat?.agent?.id === me.id
  const bot = chat?.state === 'open' && chat.owner === 'bot' ? (chat.bot?.name ?? words.inbox.bot) : null
  const holder = chat?.state === 'open' && chat.agent && !mine ? words.inbox.heldBy(chat.agent.name) : null

  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-panel ps-2 pe-2 md:ps-5 md:pe-3">
      <IconButton
        label={words.common.back}
        keys="Esc"
        className="md:hidden"
        onClick={() => navigate(places.view(view))}
      >
        <ArrowLeft className="size-5 rtl:-scale-x-100" />
      </IconButton>
      {chat ? (
        <>
          <Avatar name={chat.visitor.name} id={chat.visitor.number} photo={chat.visitor.photo} size="sm" />
          <div className="min-w-0 flex-1 ps-1">
            <h2 className="flex items-baseline gap-1.5 text-base font-semibold">
              <bdi className="truncate">{name}</bdi>
              <span className="shrink-0 text-xs font-normal text-muted">{words.inbox.number(chat.visitor.number)}</span>
            </h2>
            <p className="flex gap-1 text-xs text-muted">
              <bdi className="truncate">{chat.channel.name}</bdi>
              {chat.department && <DepartmentChip name={chat.department.name} />}
              {holder && <span className="truncate">· {holder}</span>}
              {bot !== null && (
                <span className="flex min-w-0 items-center gap-1">
                  <span aria-hidden="true">·</span>
                  <Bot aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
                  <bdi className="truncate">{words.chat.botAnswers(bot)}</bdi>
                </span>
              )}
              {chat.state === 'closed' && <span className="shrink-0">· {words.inbox.views.closed}</span>}
            </p>
          </div>
          {bot !== null && (
            // On a phone the Reply button is at the foot of the conversation.
            <Button
              size="sm"
              kind="primary"
              className="max-sm:hidden"
              onClick={() => replyRequest.set({ to: 'reply' })}
            >
              <Reply aria-hidden="true" className="size-4 rtl:-scale-x-100" />
              {words.chat.takeOver}
            </Button>
          )}
          {chat.state === 'open' && mine && (
            <>
              <Button size="sm" onClick={() => setClosing(true)}>
                <CircleCheckBig aria-hidden="true" className="size-4" />
                <span className="max-sm:sr-only">{words.chat.close}</span>
              </Button>
              <ChatMenu id={id} />
            </>
          )}
          <IconButton
            label={pane && isWide() ? words.chat.hideDetails : words.chat.details}
            keys="D"
            onClick={() => (isWide() ? showDetails(!detailsShown.get()) : navigate(places.details(view, id)))}
          >
            <PanelRight className="size-4.5 rtl:-scale-x-100" />
          </IconButton>
          <Confirm
            open={closing}
            onOpenChange={setClosing}
            title={words.chat.closeTitle}
            action={words.chat.close}
            onConfirm={() => closeChat(live, id)}
          >
            {words.chat.closeHelp}
          </Confirm>
        </>
      ) : (
        !broken && (
          <div className="flex flex-1 items-center gap-3">
            <div className="skeleton size-7 rounded-full" />
            <div className="skeleton h-3 w-32" />
          </div>
        )
      )}
    </header>
  )
}
