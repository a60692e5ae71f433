import type { TelegramCheck } from '@deskbell/protocol/agent/telegram'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'

const w = words.telegram

/** Telegram's answer to the check, unchanged, and the number of messages that wait there. */
export const CheckFound = ({ result: { outcome, bot, said, waiting } }: { result: TelegramCheck }) => (
  <div className="mt-3 animate-appear">
    <Notice tone={outcome === 'good' ? 'good' : 'bad'}>
      <p className="font-medium">{w.outcomes[outcome]}</p>
      <p>{w.meaning[outcome]}</p>
      {outcome === 'bad' && said === null && <p>{w.arranging}</p>}
    </Notice>
    <dl className="mt-3 flex flex-col gap-2.5 text-sm">
      {said !== null && (
        <div>
          <dt className="text-xs text-muted">{w.said[outcome]}</dt>
          <dd className="min-w-0 breakable">
            <bdi>{said}</bdi>
          </dd>
        </div>
      )}
      {bot && (
        <div>
          <dt className="text-xs text-muted">{w.waiting}</dt>
          <dd>{w.messages(waiting)}</dd>
        </div>
      )}
    </dl>
  </div>
)
