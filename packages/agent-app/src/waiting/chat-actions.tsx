import { Menu } from '@base-ui/react/menu'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { AlarmClock, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { saying } from '../api/client.ts'
import { useCommands } from '../commands/registry.ts'
import { IN_MENU } from '../chat/in-menu.ts'
import { useCell, useSession } from '../live/react.ts'
import { IconButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { snooze } from './acts.ts'
import { HandOver } from './hand-over.tsx'
import { openMenu, setMenu, useClosedWith } from './menus.ts'
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
  useClosedWith(chat.id, 'snooze')
  useClosedWith(chat.id, 'hand-over')
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
      <IconButton
        label={w.handOver}
        keys="H"
        aria-keyshortcuts="h"
        aria-haspopup="dialog"
        className={IN_MENU}
        onClick={() => setMenu('hand-over', true)}
      >
        <UserRoundPlus className="size-4.5" />
      </IconButton>
      <HandOver chat={chat} open={menu === 'hand-over'} onOpenChange={(open) => setMenu('hand-over', open)} />
      {problem && (
        <div className="absolute end-0 top-full z-40 mt-1 w-64 rounded-lg shadow-raised">
          <Notice>{problem}</Notice>
        </div>
      )}
    </div>
  )
}
