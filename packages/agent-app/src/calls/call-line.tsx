import type { Call } from '@deskbell/protocol/agent/call'
import { clock, full } from '../text/when.ts'
import { CallIcon } from './call-icon.tsx'
import { Recording } from './recording/recording.tsx'
import { sayCall, sayFailure } from './say.ts'

/** A call between the messages of its chat. */
export default function CallLine({ call }: { call: Call }) {
  const failure = sayFailure(call)
  return (
    <div className="flex flex-col items-center gap-1.5 px-4 py-1">
      <p
        title={full(call.started)}
        className="flex items-center justify-center gap-2 px-4 text-center text-xs text-muted"
      >
        <CallIcon call={call} small />
        <span className="min-w-0 breakable">
          <bdi dir="auto">{sayCall(call)}</bdi>
          {failure && ` · ${failure}`}{' '}
          <time dateTime={new Date(call.started).toISOString()}>· {clock(call.started)}</time>
        </span>
      </p>
      <Recording call={call} />
    </div>
  )
}
