import type { Bot } from '@deskbell/protocol/agent/bot'
import { TriangleAlert } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { places } from '../places.ts'
import { full, point } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { sayReason } from '../words/translation.ts'

const w = words.bots.failed

type Props = { bot: Bot; failing: NonNullable<Bot['failing']>; isTrying: boolean }

/** Since when and why the bot is skipped, the effect on visitors, and the time of the next attempt. */
export function FailingBanner({ bot, failing, isTrying }: Props) {
  const now = useNow()
  const { since, reason, probeAt } = failing
  return (
    <section
      aria-label={w.title(bot.name, point(since, now))}
      className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-2xl bg-bad-tint p-4 md:p-5"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold text-bad breakable" title={full(since)}>
          <bdi dir={words.dir}>{w.title(bot.name, point(since, now))}</bdi>
        </h2>
        <p className="mt-1 breakable">
          {w.reason} <bdi>{sayReason(reason)}</bdi>
        </p>
        <p className="mt-1 text-sm text-soft text-pretty">
          {w.meanwhile} {probeAt !== null && probeAt > now ? w.next(point(probeAt, now)) : w.soon}
        </p>
      </div>
      {!isTrying && (
        <Button size="sm" onClick={() => navigate(places.sandboxes(bot.id))}>
          {w.mend}
        </Button>
      )}
    </section>
  )
}
