import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { useEffect } from 'react'
import { showMacros } from '../commands/open.ts'
import { useCommands } from '../commands/registry.ts'
import { Cell } from '../live/cells.ts'
import type { List } from '../live/lists.ts'

/** The chat on the screen, in which macros run. */
export const target = new Cell<{ chat: number; view: List } | null>(null)

/** What became of the last macro. `problem`: why it did nothing; null: it is done. */
export type MacroOutcome = { key: number; chat: number; title: string; problem: string | null }
export const outcome = new Cell<MacroOutcome | null>(null)

/** Makes the chat the one in which macros run, while it is open. */
export function useMacroTarget(chat: ChatForMe | undefined, view: List): void {
  const id = chat && chat.state === 'open' && !chat.erased ? chat.id : null
  useCommands({ 'chat.macro': id === null ? null : showMacros })
  useEffect(() => {
    if (id === null) return
    target.set({ chat: id, view })
    return () => target.set(null)
  }, [id, view])
}
