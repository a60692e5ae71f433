import type { Directory } from '../settings/directory.ts'
import { webhookEndpoint } from './policy.ts'

/** The endpoints of the webhooks that are paused now; their deliveries wait. */
export function watchPaused(directory: Directory): () => ReadonlySet<string> {
  const read = (account: number) =>
    directory
      .webhooks(account)
      .filter(({ state }) => state === 'paused')
      .map(({ id }) => webhookEndpoint(id))
  const ofAccounts = new Map(directory.accounts().map(({ id }) => [id, read(id)]))
  let paused = new Set([...ofAccounts.values()].flat())
  directory.onChange((account) => {
    ofAccounts.set(account, read(account))
    paused = new Set([...ofAccounts.values()].flat())
  })
  return () => paused
}
