import { Clock, FileText, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import { keepDraft, readDraft } from '../live/drafts.ts'
import type { PendingMessage } from '../live/pending-messages.ts'
import { useSession } from '../live/react.ts'
import { Rich } from '../text/rich.tsx'
import { size } from '../text/size.ts'
import { clock } from '../text/when.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { BlobImage } from '../ui/blob-image.tsx'
import { words } from '../words/index.ts'
import { bubbleClass } from './bubble.tsx'
import { SHOWN } from './file-tray.tsx'
import { Ticks } from './ticks.tsx'

/** A message of this agent whose entry has not arrived yet. */
export const PendingBubble = memo(function PendingBubble({
  pending,
  head,
  tail,
}: {
  pending: PendingMessage
  head: boolean
  tail: boolean
}) {
  const { outbox, who } = useSession()
  const { state, file } = pending
  const refused = state.is === 'refused'
  const discard = () => {
    outbox.discard(pending)
    // Puts the text back into the composer, unless the agent has begun another draft.
    if (pending.text !== '' && readDraft(who, pending.chat) === '') keepDraft(who, pending.chat, pending.text)
  }
  return (
    <div data-pending={state.is} className={cx('flex flex-col items-end px-4 md:px-6', head ? 'pt-3' : 'pt-0.5')}>
      <div
        className={cx(
          'flex max-w-[min(34rem,85%)] flex-col items-end gap-1',
          !refused && state.is !== 'sent' && 'opacity-75',
        )}
      >
        {file && <Upload pending={pending} file={file} onCancel={discard} />}
        {pending.text !== '' && (
          <div dir="auto" className={cx(bubbleClass({ ours: true, head, tail, bad: refused }), 'whitespace-pre-wrap')}>
            <Rich text={pending.text} />
          </div>
        )}
      </div>
      {tail && !refused && (
        <div className="mt-1 flex items-center gap-1.5 px-1 text-xs text-muted">
          <time dateTime={new Date(pending.at).toISOString()}>{clock(pending.at)}</time>
          {state.is === 'sent' ? (
            <Ticks status={{ state: 'stored' }} />
          ) : (
            <span title={state.is === 'queued' ? words.chat.queued : words.chat.sending}>
              <Clock aria-hidden="true" className="size-3.5" />
              <span className="sr-only">{state.is === 'queued' ? words.chat.queued : words.chat.sending}</span>
            </span>
          )}
        </div>
      )}
      {refused && (
        <div className="mt-1.5 w-full max-w-[min(34rem,85%)]">
          <Notice silent>
            <p>
              <span className="font-medium">{words.chat.refused}.</span> {state.problem}
            </p>
            <div className="mt-2 mb-1 flex gap-2">
              <Button size="sm" onClick={() => outbox.again(pending)}>
                <RotateCw aria-hidden="true" className="size-3.5" />
                {words.chat.sendAgain}
              </Button>
              <Button size="sm" kind="quiet" onClick={discard}>
                {words.chat.discard}
              </Button>
            </div>
          </Notice>
        </div>
      )}
    </div>
  )
})

type UploadProps = { pending: PendingMessage; file: NonNullable<PendingMessage['file']>; onCancel: () => void }

/** A file being uploaded, with its progress and a cancel button. */
function Upload({ pending, file, onCancel }: UploadProps) {
  const picture = SHOWN.has(file.type)
  const progress = pending.state.is === 'sending' ? pending.state.progress : pending.state.is === 'sent' ? 1 : 0
  const going = pending.state.is === 'sending' || pending.state.is === 'queued'
  return (
    <div className="w-72 max-w-full overflow-hidden rounded-2xl border border-tint-edge bg-tint">
      {picture && <BlobImage blob={file.blob} className="max-h-56 w-full object-cover" />}
      <div className="flex items-center gap-2.5 px-3 py-2">
        {!picture && <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />}
        <div className="min-w-0 flex-1">
          <bdi className="block truncate text-sm font-medium">{file.name}</bdi>
          <span className="text-xs text-muted">{size(file.blob.size)}</span>
        </div>
        {going && (
          <IconButton label={words.chat.cancelUpload} onClick={onCancel}>
            <X className="size-4" />
          </IconButton>
        )}
      </div>
      {going && (
        <div
          role="progressbar"
          aria-label={file.name}
          aria-valuenow={Math.round(progress * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1 bg-tint-edge"
        >
          <div className="h-full bg-accent transition-[width] duration-200" style={{ width: `${progress * 100}%` }} />
        </div>
      )}
    </div>
  )
}
