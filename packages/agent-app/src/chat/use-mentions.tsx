import { useQuery } from '@tanstack/react-query'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { agentsQuery, channelsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { isComposing } from '../ui/composing.ts'
import { matching, mentionable, mentionsOf, typedMention } from './mentions.ts'

/** Agents shown at once. */
const SHOWN = 6
const NO_AGENTS: readonly never[] = []

type Field = { text: string; area: RefObject<HTMLTextAreaElement | null>; write: (text: string) => void }

/** The list of colleagues that `@` opens in a note, and its keys. Off while the agent writes a reply. */
export function useMentions(chat: ChatForMe, isOn: boolean, { text, area, write }: Field) {
  const me = useCell(useSession().live.me).id
  const agents = useQuery({ ...agentsQuery, enabled: isOn }).data ?? NO_AGENTS
  const channels = useQuery({ ...channelsQuery, enabled: isOn }).data
  const people = useMemo(() => {
    const assigned = channels?.find(({ id }) => id === chat.channel.id)?.agents ?? []
    return mentionable(agents, chat, { me, assigned })
  }, [agents, channels, chat, me])
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** The place of the `@` whose list was closed. */
  const [closed, setClosed] = useState<number | null>(null)
  /** Where the caret goes once the chosen name is in the field. */
  const next = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (next.current === null) return
    area.current?.setSelectionRange(next.current, next.current)
    setCaret(next.current)
    next.current = null
  }, [area, text])

  const asked = isOn ? typedMention(text, caret) : null
  const found = asked && asked.at !== closed ? matching(people, asked.typed).slice(0, SHOWN) : []
  const at = Math.min(active, found.length - 1)

  const choose = (name: string): void => {
    if (!asked) return
    const rest = text.slice(asked.at + 1 + asked.typed.length)
    const space = rest.startsWith(' ') ? '' : ' '
    next.current = asked.at + 1 + name.length + 1
    setClosed(asked.at)
    write(`${text.slice(0, asked.at)}@${name}${space}${rest}`)
    area.current?.focus()
  }
  const look = (): void => {
    const now = area.current?.selectionStart ?? 0
    setCaret(now)
    setActive(0)
    if (closed !== null && typedMention(area.current?.value ?? '', now)?.at !== closed) setClosed(null)
  }
  /** Returns whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (found.length === 0 || isComposing(event.nativeEvent)) return false
    switch (event.key) {
      case 'ArrowDown':
        setActive((at + 1) % found.length)
        break
      case 'ArrowUp':
        setActive((at + found.length - 1) % found.length)
        break
      case 'Enter':
      case 'Tab':
        choose(found[at]?.name ?? '')
        break
      case 'Escape':
        setClosed(asked?.at ?? null)
        break
      default:
        return false
    }
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { found, at, choose, look, onKeyDown, mentions: () => mentionsOf(text, people) }
}
