import type { Call } from '@deskbell/protocol/agent/call'
import { clock, full } from '../text/when.ts'
import { CallIcon } from './call-icon.tsx'
import { sayCall, sayFailure } from './say.ts'

/** A call between the messages of its chat. */
export default function CallLine({ call }: { call: Call }) {
  const failure = sayFailure(call)
  return (
    <p
      title={full(call.started)}
      className="flex items-center justify-center gap-2 px-8 py-1 text-center text-xs text-muted"
    >
      <CallIcon call={call} small />
      <span className="min-w-0 breakable">
        <bdi dir="auto">{sayCall(call)}</bdi>
        {failure && ` · ${failure}`}{' '}
        <time dateTime={new Date(call.started).toISOString()}>· {clock(call.started)}</time>
      </span>
    </p>
  )
}
