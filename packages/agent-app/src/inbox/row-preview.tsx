import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { useCallback, useSyncExternalStore } from 'react'
import { readDraft, watchDraft } from '../live/drafts.ts'
import { useCells, useSession } from '../live/react.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { previewOf } from './preview.ts'

/** Whether this agent has an unsent reply or note in the chat. */
function useHasDraft(chat: number): boolean {
  const { who } = useSession()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = DRAFTS.map((of) => watchDraft({ who, chat, of }, listener))
      return () => stops.forEach((stop) => stop())
    },
    [who, chat],
  )
  return useSyncExternalStore(subscribe, () => DRAFTS.some((of) => readDraft(who, chat, of).trim() !== ''))
}
const DRAFTS = ['reply', 'note'] as const

type Props = { chat: ChatForMe; me: number; urgent: boolean }

/**
 * The newest message in one line. The author and the text are boxes of their own, and the text takes the direction of
 * its first letter, so that a text that is written from right to left is cut at its end, not at its beginning.
 */
export function RowPreview({ chat, me, urgent }: Props) {
  const { live } = useSession()
  const typing = useCells(live.typing, chat.id)?.visitor ?? false
  const hasDraft = useHasDraft(chat.id)
  const { author, text } = previewOf(chat, me)
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-1 text-sm">
      {hasDraft && (
        <span title={words.list.draftHelp} className="shrink-0 font-medium text-warm">
          {words.list.draft}
        </span>
      )}
      {typing ? (
        <span className="min-w-0 flex-1 truncate text-accent">{words.inbox.typing}</span>
      ) : (
        <>
          {author !== null && (
            <span className="max-w-[45%] shrink-0 truncate text-muted">
              <bdi className="block truncate">{words.list.said(author)}</bdi>
            </span>
          )}
          <span
            dir="auto"
            data-preview
            className={cx(
              'block min-w-0 flex-1 truncate text-at-start [unicode-bidi:isolate]',
              urgent ? 'text-ink' : 'text-muted',
            )}
          >
            {text}
          </span>
        </>
      )}
    </span>
  )
}
