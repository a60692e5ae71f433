import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, saying } from '../api/client.ts'
import { alertsQuery, type Settings } from './queries.ts'

/** Changes of the settings. Quick ones are saved one after the other. */
export function useChanges() {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<{ text: string } | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const { queryKey } = alertsQuery

  async function put(changed: Partial<Settings>): Promise<void> {
    try {
      const now = queries.getQueryData(queryKey)
      if (!now) return
      const saved = await call('PUT /me/alerts', { body: { ...now.settings, ...changed } })
      // The answer does not know what was changed meanwhile.
      if (waiting.current === 1) queries.setQueryData(queryKey, saved)
    } finally {
      waiting.current--
    }
  }

  /** Resolves when it is saved; rejects when it is refused. */
  function save(changed: Partial<Settings>): Promise<void> {
    waiting.current++
    const saved = last.current.then(() => put(changed))
    last.current = saved.catch(() => {})
    return saved
  }

  /** Saves a change that is shown at once. A refusal takes it back and is the `problem`. */
  function change(changed: Partial<Settings>): void {
    setProblem(null)
    queries.setQueryData(queryKey, (now) => now && { ...now, settings: { ...now.settings, ...changed } })
    save(changed).catch((error: unknown) => {
      setProblem({ text: saying(error) })
      void queries.refetchQueries({ queryKey, exact: true })
    })
  }
  return { problem, change, save }
}
