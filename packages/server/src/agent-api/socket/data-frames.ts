import type { DataChanges } from '../../realtime/data-changes.ts'
import type { Connection } from './connection.ts'

/**
 * Tells the connections of an account which contacts, tasks or saved views to fetch anew. A number says nothing of a contact:
 * what an agent may see of it is decided when they fetch it. Returns the function that ends it.
 */
export const pushDataChanges = (
  dataChanges: DataChanges,
  connectionsOf: (account: number) => Iterable<Connection>,
): (() => void) =>
  dataChanges.subscribe(({ account, what, ids, agent }) => {
    for (const connection of connectionsOf(account)) {
      if (agent !== undefined && connection.agentId !== agent) continue // guard T21
      connection.push({ type: 'stale', what, ...(ids && { ids: [...ids] }) })
    }
  })
