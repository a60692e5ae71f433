import type { Found } from '@deskbell/protocol/agent/search'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { findPeople, type Item } from '../commands/items.ts'
import { nameOf, whoOf } from '../inbox/who.ts'
import { useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { words } from '../words/index.ts'
import { searchQuery } from './queries.ts'
import { findWords } from './words.ts'

/** The agent has stopped typing for this time when the server is asked, ms. */
const ASKED = 120
const MOST = 8

/** The people and chats of the command menu: those of loaded chats at once, then those that the server finds. */
export function useFoundItems(query: string): { people: readonly Item[]; chats: readonly Item[] } {
  const { live } = useSession()
  const typed = query.trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), ASKED)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isPlaceholderData } = useQuery({ ...searchQuery(asked), enabled: asked !== '' })
  return useMemo(() => {
    if (typed === '') return { people: [], chats: [] }
    const toItem = ({ chat, state, visitor, channel, preview }: Found, beside: string | null): Item => ({
      id: `chat-${chat}`,
      title: whoOf({ visitor }),
      beside: beside ?? `${words.inbox.number(visitor.number)} ${channel.name}${preview && ` · ${preview}`}`,
      run: () => navigate(places.chat(state === 'open' ? 'all' : 'closed', chat)),
    })
    const known = findPeople(live, query, navigate)
    // The answer is about what was typed before, until the next one is there.
    const isCurrent = data !== undefined && !isPlaceholderData && asked === typed
    const people = isCurrent ? (data.people?.found ?? []) : []
    const found = people.map((one) =>
      toItem(
        one,
        [words.inbox.number(one.visitor.number), one.visitor.email, one.channel.name].filter(Boolean).join(' '),
      ),
    )
    const unwritten = (isCurrent ? (data.contacts?.found ?? []) : []).map((one): Item => ({
      id: `contact-${one.contact}`,
      title: nameOf(one) ?? words.inbox.number(one.visitors[0] ?? String(one.contact)),
      beside: [one.email, ...one.channels.map(({ name }) => name), findWords.search.unwritten]
        .filter(Boolean)
        .join(' '),
      run: () => navigate(places.contact(one.contact)),
    }))
    const all = distinct([...found, ...known, ...unwritten]).slice(0, MOST)
    const chats = isCurrent ? [...(data.chats?.found ?? []), ...(data.messages?.found ?? [])] : []
    const everything: Item = {
      id: 'search-everything',
      title: findWords.search.everything(typed),
      run: () => navigate(places.search(typed)),
    }
    const others = distinct(chats.map((one) => toItem(one, null))).filter(({ id }) => !all.some((one) => one.id === id))
    const isNothing = all.length + others.length === 0
    return { people: all, chats: isNothing ? [] : [...others.slice(0, MOST), everything] }
  }, [typed, query, asked, data, isPlaceholderData, live])
}

function distinct(items: readonly Item[]): Item[] {
  const known = new Set<string>()
  return items.filter(({ id }) => !known.has(id) && known.add(id))
}
