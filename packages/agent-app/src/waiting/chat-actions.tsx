import { Menu } from '@base-ui/react/menu'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { useQuery } from '@tanstack/react-query'
import { AlarmClock, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { saying } from '../api/client.ts'
import { agentsQuery, departmentsQuery } from '../api/queries.ts'
import { useCommands } from '../commands/registry.ts'
import { leaveChat } from '../chat/acts.ts'
import { IN_MENU } from '../chat/in-menu.ts'
import { useCell, useSession } from '../live/react.ts'
import { IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { handOver, type Receiver, snooze } from './acts.ts'
import { useFirstItem } from '../ui/first-item.ts'
import { openMenu, setMenu } from './menus.ts'
import { TIME_ITEM, TimeMenu } from './time-menu.tsx'

const w = words.waiting

/** Snoozing a chat and handing it over: two buttons of the chat's header, each with a key. */
export function ChatActions({ chat }: { chat: ChatForMe }) {
  const { live } = useSession()
  const menu = useCell(openMenu)
  const [problem, setProblem] = useState<string | null>(null)
  const run = (act: Promise<void>) => {
    setProblem(null)
    act.catch((error: unknown) => setProblem(saying(error)))
  }
  useCommands({ 'chat.snooze': () => setMenu('snooze', true), 'chat.handOver': () => setMenu('hand-over', true) })
  return (
    <div className="flex sm:relative sm:gap-0.5">
      <TimeMenu
        open={menu === 'snooze'}
        onOpenChange={(open) => setMenu('snooze', open)}
        title={w.snoozeUntil}
        action={w.snooze}
        onTime={(at) => run(snooze(live, chat.id, at))}
        trigger={
          <IconButton label={w.snooze} keys="S" aria-keyshortcuts="s" className={IN_MENU}>
            <AlarmClock className="size-4.5" />
          </IconButton>
        }
      >
        <Menu.Item className={TIME_ITEM} onClick={() => run(snooze(live, chat.id, null))}>
          {w.untilVisitor}
        </Menu.Item>
      </TimeMenu>
      <HandOver
        open={menu === 'hand-over'}
        chat={chat}
        onTo={(to) => run(to === null ? leaveChat(live, chat.id) : handOver(live, chat.id, to))}
      />
      {problem && (
        <div className="absolute end-0 top-full z-40 mt-1 w-64 rounded-lg shadow-raised">
          <Notice>{problem}</Notice>
        </div>
      )}
    </div>
  )
}

type HandOverProps = { open: boolean; chat: ChatForMe; onTo: (to: Receiver | null) => void }

/** The colleagues, online ones first, the departments, and the queue. Typing the beginning of a name goes to it. */
function HandOver({ open, chat, onTo }: HandOverProps) {
  const { live } = useSession()
  const me = useCell(live.me).id
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const { data: agents, error } = useQuery(agentsQuery)
  const { data: departments = [] } = useQuery(departmentsQuery)
  // Not before the colleagues are there: the queue must not be chosen in their place.
  const first = useFirstItem(open && agents !== undefined, place)
  const others = (agents ?? []).filter(({ id }) => id !== me && id !== chat.agent?.id)
  const ranks = { online: 0, away: 1, offline: 2 }
  const rank = (presence: string) => ranks[presence as keyof typeof ranks] ?? 2
  const sorted = others.toSorted((a, b) => rank(a.presence) - rank(b.presence) || a.name.localeCompare(b.name))
  return (
    <div ref={setPlace} className="contents">
      <Menu.Root open={open} onOpenChange={(next) => setMenu('hand-over', next)} onOpenChangeComplete={first}>
        <Menu.Trigger
          render={
            <IconButton label={w.handOver} keys="H" aria-keyshortcuts="h" className={IN_MENU}>
              <UserRoundPlus className="size-4.5" />
            </IconButton>
          }
        />
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={6} align="end" className="z-50">
            <Menu.Popup
              aria-label={w.handOver}
              className="popup max-h-[min(24rem,60dvh)] w-72 max-w-[calc(100vw-1.5rem)] overflow-y-auto p-1.5"
            >
              <p className="px-2.5 py-1 text-xs font-medium text-muted">{w.handOver}</p>
              {sorted.map(({ id, name, presence }) => (
                <Menu.Item key={id} label={name} className={TIME_ITEM} onClick={() => onTo({ to: id })}>
                  <bdi className="truncate">{name}</bdi>
                  <span className="shrink-0 text-xs text-muted">{w.presence(presence)}</span>
                </Menu.Item>
              ))}
              {departments.length > 0 && (
                <p className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{w.departments}</p>
              )}
              {departments.map(({ id, name }) => (
                <Menu.Item key={`d${id}`} label={name} className={TIME_ITEM} onClick={() => onTo({ department: id })}>
                  <bdi className="truncate">{name}</bdi>
                </Menu.Item>
              ))}
              {agents && sorted.length === 0 && <p className="px-2.5 py-1.5 text-sm text-muted">{w.noColleagues}</p>}
              {error && <p className="px-2.5 py-1.5 text-sm text-bad">{saying(error)}</p>}
              {chat.agent && (
                <Menu.Item className={TIME_ITEM} onClick={() => onTo(null)}>
                  {words.chat.leave}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}
