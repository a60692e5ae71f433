import type { Tracing } from '../../platform/tracing/tracing.ts'
import type { Commit } from './commit.ts'

/** A commit whose commands have a span each, from their call until they are durable. Deliveries that they cause belong to it. */
export function traceCommits(commit: Commit, tracing: Tracing): Commit {
  if (!tracing.isOn) return commit
  const traced: Commit = Object.assign(
    (...[input, when]: Parameters<Commit>) => {
      const { account, command } = input
      const span = tracing.start({
        name: 'commit',
        kind: 'internal',
        parent: tracing.current(),
        attributes: { 'deskbell.account': account, ...(command && { 'deskbell.command': command.type }) },
      })
      return tracing.during(span, () => commit(span ? { ...input, trace: span.context } : input, when))
    },
    { idle: commit.idle, waiting: 0 },
  )
  return Object.defineProperty(traced, 'waiting', { get: () => commit.waiting })
}
