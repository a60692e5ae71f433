import type { Directory } from '../settings/directory.ts'
import { webhookEndpoint } from './policy.ts'

/** The endpoints of webhooks that somebody paused, as of now: what is due there waits. */
export function watchPaused(directory: Directory): () => ReadonlySet<string> {
  const read = () =>
    new Set(
      directory
        .accounts()
        .flatMap(({ id }) => directory.webhooks(id))
        .filter(({ state }) => state === 'paused')
        .map(({ id }) => webhookEndpoint(id)),
    )
  let paused = read()
  directory.onChange(() => void (paused = read()))
  return () => paused
}
