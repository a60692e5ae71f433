import type { Macro } from '@deskbell/protocol/agent/macro'
import { useQueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { ApiError, call, saying } from '../api/client.ts'
import type { HowToClose } from '../chat/acts.ts'
import { beginClosing } from '../closing/closings.ts'
import { nextChat } from '../closing/next-chat.ts'
import { askFocus } from '../inbox/list-state.ts'
import { whoOf } from '../inbox/who.ts'
import { storeChat } from '../live/inbox.ts'
import { useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { newKey } from '../runtime.ts'
import { words } from '../words/index.ts'
import { macrosQuery } from './query.ts'
import { outcome, target } from './target.ts'
import { macroWords } from './words.ts'

const w = macroWords
/** How long the notice is shown that a macro is done, ms. */
const SHOWN = 4000
let lastKey = 0

/** The reason with the step, which the server names by its place. */
function sayingStep(error: unknown, { steps }: Macro): string {
  const place = error instanceof ApiError ? /^\/steps\/(\d+)/.exec(error.field ?? '')?.[1] : undefined
  const step = place === undefined ? undefined : steps[Number(place)]
  return step ? `${w.failedAt(Number(place) + 1, w.names[step.type])} ${saying(error)}` : saying(error)
}

/** Returns the function that runs a macro in the chat on the screen. One that closes it opens the next waiting chat. */
export function useRunMacro(): (macro: Macro) => void {
  const { live } = useSession()
  const queries = useQueryClient()

  const send = async (chat: number, macro: Macro, how: Partial<HowToClose> = {}): Promise<void> => {
    const params = { chat, macro: macro.id }
    const run = await call('POST /chats/:chat/macros/:macro/run', {
      params,
      body: how,
      key: newKey(),
    })
    storeChat(live, run.chat)
    // The order of the list has changed.
    void queries.invalidateQueries({ queryKey: macrosQuery.queryKey, refetchType: 'all' })
  }
  const tell = (chat: number, { title }: Macro, problem: string | null): void => {
    const key = ++lastKey
    outcome.set({ key, chat, title, problem })
    if (problem !== null) return
    setTimeout(() => {
      if (outcome.get()?.key === key) outcome.set(null)
    }, SHOWN)
  }

  return (macro) => {
    const at = target.get()
    if (!at) return
    const { chat, view } = at
    outcome.set(null)
    if (!macro.steps.some(({ type }) => type === 'close')) {
      send(chat, macro).then(
        () => tell(chat, macro, null),
        (error: unknown) => tell(chat, macro, sayingStep(error, macro)),
      )
      return
    }
    const next = nextChat(live, view, chat)
    const row = live.chats.get(chat)
    const request = {
      send: (how: HowToClose) => send(chat, macro, how),
      say: (error: unknown) => sayingStep(error, macro),
    }
    if (!beginClosing(live, chat, view, request)) {
      // It is being closed already, and the macro does not run.
      if (row) tell(chat, macro, words.closing.closed(whoOf(row)))
      return
    }
    navigate(next ? places.chat(next.view, next.chat) : places.view(view))
    if (!next) askFocus()
  }
}
