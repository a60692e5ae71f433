import type { Routing, RoutingChange } from '@deskbell/protocol/agent/routing'
import { use } from 'react'
import type { Change } from '../api/changes.ts'
import { changesOf } from '../api/changes-of.ts'
import { ApiError, call } from '../api/client.ts'
import { DraftContext } from './draft.ts'
import { routingQuery } from './query.ts'

/** Changes the stored routing. A change that a colleague has overtaken is made from theirs. */
export const useSave = changesOf<Routing, RoutingChange>(
  routingQuery.queryKey,
  (body, { revision }) => call('PATCH /routing', { body: { revision, ...body } }),
  (why) => (why instanceof ApiError && why.code === 'changed_meanwhile' ? call('GET /routing') : undefined),
)

/** Changes the routing, or the draft while changes are tried. */
export function useChange() {
  const saved = useSave()
  const draft = use(DraftContext)
  if (!draft) return saved
  const change = async (wanted: Change<Routing, RoutingChange>) => {
    draft.change(typeof wanted === 'function' ? wanted(draft.routing) : wanted)
    return true
  }
  return { ...saved, change }
}
