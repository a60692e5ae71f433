import type { Routing, RoutingChange } from '@deskbell/protocol/agent/routing'
import { createContext, useState } from 'react'

/** Changes that are tried and not saved. */
export interface Draft {
  /** The settings with the changes. */
  readonly routing: Routing
  readonly wanted: RoutingChange
  readonly change: (wanted: RoutingChange) => void
}

/** The changes that the sections of the screen make; null: each change is saved at once. */
export const DraftContext = createContext<Draft | null>(null)

/** Changes to try, none at first. */
export function useDraft(saved: Routing) {
  const [wanted, setWanted] = useState<RoutingChange | null>(null)
  const draft: Draft | null = wanted && {
    routing: { ...saved, ...wanted },
    wanted,
    change: (more) => setWanted((before) => ({ ...before, ...more })),
  }
  // They are saved only if nobody has changed what they began with.
  return { draft, begin: () => setWanted({ revision: saved.revision }), end: () => setWanted(null) }
}
