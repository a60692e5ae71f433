import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { ArrowLeft, Bot, CircleCheckBig, PanelRight, Reply } from 'lucide-react'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { canClose, useClose } from '../closing/use-close.ts'
import { forgetAwaited, useCommands } from '../commands/registry.ts'
import { DepartmentChip } from '../inbox/department-chip.tsx'
import { detailsShown, isWide, showDetails } from '../inbox/details-shown.ts'
import { DETAILS_BUTTON } from '../inbox/use-drawer.ts'
import { whoOf } from '../inbox/who.ts'
import { useCell, useSession } from '../live/react.ts'
import { useMacroTarget } from '../macros/target.ts'
import type { List } from '../live/lists.ts'
import { places } from '../places.ts'
import { ChatTags } from '../tags/chat-tags.tsx'
import { TagPicker } from '../tags/tag-picker.tsx'
import { AgentFace } from '../team/agent-face.tsx'
import { useAct } from '../ui/act.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { ChatMenus, MenusLoading } from './chat-menus-later.tsx'
import { leaveChat } from './acts.ts'
import { isColleague, useColleagues } from './colleagues.ts'
import { replyRequest } from './reply-request.ts'
import { IN_MENU } from './in-menu.ts'
import { Viewers } from './viewers.tsx'

type Props = { id: number; view: List; chat: ChatForMe | undefined; broken: boolean }

/** The visitor's name and the actions of the chat. `broken`: loading the chat failed. */
export function Header({ id, view, chat, broken }: Props) {
  const { live } = useSession()
  const close = useClose(view)
  const leaving = useAct()
  const me = useCell(live.me)
  const pane = useCell(detailsShown)
  const colleagues = useColleagues(id, chat?.agent)
  const viewer = colleagues.writer ?? colleagues.viewing[0]
  const name = chat ? whoOf(chat) : ''
  const mine = chat?.agent?.id === me.id
  const bot = chat?.state === 'open' && chat.owner === 'bot' ? (chat.bot?.name ?? words.inbox.bot) : null
  const holder = chat?.state === 'open' && chat.agent && !mine ? words.inbox.heldBy(chat.agent.name) : null

  const beside = (chat?.colleagues ?? []).filter((one) => one.id !== me.id).map((one) => one.name)
  const isMenuHere = chat?.state === 'open' && mine

  useMacroTarget(chat, view)
  useEffect(() => forgetAwaited, [id])
  useCommands({
    'chat.close': chat && canClose(chat, me.id) ? () => close(id) : null,
    'chat.contact': chat && !chat.erased ? () => navigate(places.contact(chat.visitor.contact)) : null,
  })

  return (
    <header className="relative flex min-h-14 shrink-0 flex-wrap items-center gap-1 border-b border-line bg-panel px-2 sm:gap-2 md:ps-6 md:pe-3">
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
          <span className="relative inline-flex shrink-0">
            <Avatar
              name={chat.visitor.name || chat.visitor.email}
              id={chat.visitor.number}
              photo={chat.visitor.photo}
              size="sm"
            />
            {/* A phone has room for one face. */}
            {viewer && (
              <span className="absolute -end-2 -bottom-1 inline-flex rounded-full ring-2 ring-panel sm:hidden">
                <AgentFace agent={viewer} />
              </span>
            )}
          </span>
          <div className="min-w-0 flex-1 ps-1">
            <h2 className="flex items-baseline gap-1.5 text-base font-semibold">
              <bdi className="truncate">{name}</bdi>
            </h2>
            <div className="flex gap-1 text-xs text-muted">
              <bdi className="truncate">{chat.channel.name}</bdi>
              {chat.department && <DepartmentChip name={chat.department.name} />}
              <ChatTags ids={chat.tags} most={3} />
              {holder && <span className="truncate">· {holder}</span>}
              {chat.state === 'open' && beside.length > 0 && (
                <span className="truncate">· {words.offers.beside(beside.join(', '))}</span>
              )}
              {bot !== null && (
                <span className="flex min-w-0 items-center gap-1">
                  <span aria-hidden="true">·</span>
                  <Bot aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
                  <bdi dir={words.dir} className="truncate">
                    {words.chat.botAnswers(bot)}
                  </bdi>
                </span>
              )}
              {chat.state === 'closed' && <span className="shrink-0">· {words.inbox.views.closed}</span>}
            </div>
          </div>
          <Viewers of={colleagues} />
          {bot !== null && (
            // On a phone the Reply button is at the foot of the conversation.
            <Button
              size="sm"
              kind="primary"
              className="max-sm:hidden"
              onClick={() => replyRequest.set({ to: 'reply', chat: id })}
            >
              <Reply aria-hidden="true" className="size-4 rtl:-scale-x-100" />
              {words.chat.takeOver}
            </Button>
          )}
          {chat.state === 'open' && isColleague(chat, me.id) && (
            <Button size="sm" busy={leaving.busy} onClick={() => void leaving.run(() => leaveChat(live, id))}>
              {words.offers.leave}
            </Button>
          )}
          {canClose(chat, me.id) && (
            <Button size="sm" aria-keyshortcuts="e" onClick={() => close(id)}>
              <CircleCheckBig aria-hidden="true" className="size-4" />
              <span className="max-sm:sr-only">{words.chat.close}</span>
            </Button>
          )}
          <div className="flex shrink-0 items-center sm:gap-0.5">
            {!chat.erased && <TagPicker chat={chat} {...(isMenuHere && { className: IN_MENU })} />}
            {isMenuHere && <ChatMenus chat={chat} loading={<MenusLoading />} />}
            <IconButton
              label={pane && isWide() ? words.chat.hideDetails : words.chat.details}
              keys="D"
              id={DETAILS_BUTTON}
              onClick={() => (isWide() ? showDetails(!detailsShown.get()) : navigate(places.details(view, id)))}
            >
              <PanelRight className="size-4.5 rtl:-scale-x-100" />
            </IconButton>
          </div>
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
