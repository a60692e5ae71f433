import { useEffect, useMemo } from 'react'
import { filterOf, isFiltered, type List, viewOf, withWords } from '../live/lists.ts'
import { forgetLists, readView, renewList } from '../live/inbox.ts'
import { useCell, useCells, useSession } from '../live/react.ts'
import { NO_VIEW, type ViewState } from '../live/state.ts'
import { found } from '../live/views.ts'
import { filter } from './list-state.ts'

/** The agent has stopped typing for this time when the server is asked, ms. */
const TYPED = 150
/**
 * How often a list by waiting time or of closed chats with conditions is read again, ms: time puts chats into the one that
 * are not loaded, and the other has chats only when they are indexed.
 */
const RENEW = 20_000

/** The listed chats: `list` is the one that the server pages; `isPending`: it has not answered for these words yet. */
export type Listed = ViewState & { list: List; isPending: boolean }

/** The list with the words of the field. */
const searched = (list: List, words: string): List => (words === '' ? list : withWords(list, words))

/** The listed chats of a list: all of them, or those that contain the words of the field. */
export function useList(list: List): Listed {
  const { live } = useSession()
  const typed = useCell(filter).trim()
  const asked = searched(list, typed)
  const whole = useCells(live.views, list) ?? NO_VIEW
  const state = useCells(live.views, asked) ?? NO_VIEW
  return useMemo(() => {
    if (typed === '' || (asked !== list && state.extent)) return { ...state, list: asked, isPending: false }
    // The loaded chats that fit are shown until the server has answered.
    const ids = whole.ids.filter((id) => {
      const chat = live.chats.get(id)
      return chat !== undefined && found(typed, chat)
    })
    const isPending = asked !== list && state.loading.state !== 'failed'
    return { ...whole, ids, list: asked, isPending, ...(asked !== list && { loading: state.loading }) }
  }, [live, typed, asked, list, whole, state])
}

/** Reads the shown list, and reads again what events do not keep up to date. */
export function useReadList(list: List): void {
  const { live } = useSession()
  const typed = useCell(filter).trim()
  const asked = searched(list, typed)
  useEffect(() => void readView(live, list), [live, list])
  useEffect(() => {
    const read = () => {
      forgetLists(live, asked, list)
      void readView(live, asked)
    }
    const timer = setTimeout(read, asked === list ? 0 : TYPED)
    return () => clearTimeout(timer)
  }, [live, asked, list])
  const isByTime = filterOf(list).waited !== undefined || (viewOf(asked) === 'closed' && isFiltered(asked))
  useEffect(() => {
    if (!isByTime) return
    const timer = setInterval(() => void renewList(live, asked), RENEW)
    return () => clearInterval(timer)
  }, [live, asked, isByTime])
}
