import type { AnswerOf } from '@deskbell/protocol/agent/routes/call'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

export type AlertsAnswer = AnswerOf<'GET /me/alerts'>
export type Settings = AlertsAnswer['settings']
export type Device = AlertsAnswer['devices'][number]
export type Line = AnswerOf<'GET /me/alerts/log'>['alerts'][number]

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => call('GET /me/alerts', { signal }),
})

/** How often the log is read while it is shown: steps are added to alerts of the last minute, ms. */
const LOOK_EVERY = 1500

export const alertLogQuery = queryOptions({
  queryKey: ['alerts', 'log'],
  queryFn: ({ signal }) => call('GET /me/alerts/log', { signal }),
  select: ({ alerts }) => alerts,
  staleTime: 0,
  refetchInterval: ({ state: { error } }) => (error ? false : LOOK_EVERY),
})
