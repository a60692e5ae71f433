import { useMemo } from 'react'
import { useCell, useCells, useSession } from '../live/react.ts'
import { NO_VIEW, type ViewState } from '../live/state.ts'
import { found, type View } from '../live/views.ts'
import { filter } from './list-state.ts'

/** The listed chats of a view: all loaded ones, or those that match the filter. */
export function useList(view: View): ViewState {
  const { live } = useSession()
  const state = useCells(live.views, view) ?? NO_VIEW
  const query = useCell(filter).trim()
  return useMemo(() => {
    if (query === '') return state
    const ids = state.ids.filter((id) => {
      const chat = live.chats.get(id)
      return chat !== undefined && found(query, chat)
    })
    return { ...state, ids }
  }, [live, state, query])
}
