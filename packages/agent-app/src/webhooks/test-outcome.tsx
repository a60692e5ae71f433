import type { Delivery } from '@deskbell/protocol/agent/channel'
import { useQuery } from '@tanstack/react-query'
import { saying } from '../api/client.ts'
import { watchedDelivery } from '../api/deliveries.ts'
import { AttemptItem } from '../deliveries/attempt-item.tsx'
import { NextAttempt } from '../deliveries/next-attempt.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'
import { webhookWords } from '../words/webhooks.ts'
import { sayReason } from '../words/translation.ts'

const w = webhookWords

/** The result of a test event, refreshed until it has finished. */
export function TestOutcome({ sent, pulled }: { sent: Delivery; pulled: boolean }) {
  const { data, error, refetch } = useQuery(watchedDelivery(sent.id))
  const { kind, state, finishedAt, nextAt, reason, diagnosis, attempts } = data ?? sent
  const isGood = state === 'done'
  const why = diagnosis ?? (attempts === 0 ? reason : null)
  const said = why === null ? null : sayReason(why)
  return (
    <div className="mt-1 animate-appear">
      {error ? (
        <Notice
          action={
            <Button size="sm" onClick={() => void refetch()}>
              {words.common.retry}
            </Button>
          }
        >
          {saying(error)}
        </Notice>
      ) : finishedAt === null ? (
        <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-soft">
          <Spinner className="size-4" />
          {w.testUnder(kind)}
          {attempts > 0 && nextAt !== null && <NextAttempt at={nextAt} />}
        </p>
      ) : (
        <Notice tone={isGood ? 'good' : 'bad'}>
          <p className="font-medium">
            {pulled && isGood ? w.testInStream(kind) : isGood ? w.testGood(kind) : w.testBad(kind)}
          </p>
          {/* The attempt below shows its own result. */}
          {said !== null && (
            <p>
              <bdi>{said}</bdi>
            </p>
          )}
        </Notice>
      )}
      {data && data.attemptList.length > 0 && (
        <ol className="mt-4 flex flex-col gap-5">
          {data.attemptList.map((attempt) => (
            <AttemptItem key={attempt.number} delivery={data} attempt={attempt} />
          ))}
        </ol>
      )}
    </div>
  )
}
