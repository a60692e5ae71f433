import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { LookingAgent } from '@deskbell/protocol/agent/socket'
import { useCell, useCells, useSession } from '../live/react.ts'
import { words } from '../words/index.ts'

const NONE: readonly LookingAgent[] = []

/** Another agent who writes in the chat now. `note`: a private note; else an answer to the visitor. */
export type Writer = { id: number; name: string; note: boolean }

/** Whether the agent writes in the chat beside the one who holds it. */
export const isColleague = ({ agent, colleagues = [] }: ChatForMe, me: number): boolean =>
  agent !== null && colleagues.some(({ id }) => id === me)

/** The other agents who look at a chat now, and the one who writes in it. */
export type Colleagues = { viewing: readonly LookingAgent[]; writer: Writer | null }

/** The colleagues at the chat with this number; `holder`: who answers it. */
export function useColleagues(id: number, holder: ChatForMe['agent'] = null): Colleagues {
  const { live } = useSession()
  const me = useCell(live.me).id
  const viewing = useCells(live.lookers, id) ?? NONE
  const typist = useCells(live.typing, id)?.agent ?? null
  return { viewing, writer: writerOf(typist === me ? null : typist, viewing, holder) }
}

function writerOf(typist: number | null, viewing: readonly LookingAgent[], holder: ChatForMe['agent']): Writer | null {
  if (typist !== null) {
    const found = viewing.find(({ id }) => id === typist) ?? (holder?.id === typist ? holder : undefined)
    if (found) return { id: found.id, name: found.name, note: false }
  }
  const noting = viewing.find(({ note }) => note)
  return noting ? { id: noting.id, name: noting.name, note: true } : null
}

export const sayWriter = ({ name, note }: Writer): string =>
  note ? words.looking.noting(name) : words.looking.writing(name)
