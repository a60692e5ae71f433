import { Clock, FileText, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import { keepDraft, readDraft } from '../live/drafts.ts'
import { isUploading, type PendingFile, type PendingMessage, progressOf } from '../live/pending-messages.ts'
import { useSession } from '../live/react.ts'
import { Markdown } from '../text/markdown.tsx'
import { Rich } from '../text/rich.tsx'
import { size } from '../text/size.ts'
import { clock } from '../text/when.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { BlobImage } from '../ui/blob-image.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
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
  const { state, files } = pending
  const refused = state.is === 'refused'
  const discard = () => {
    outbox.discard(pending)
    // Puts the text back into the composer, unless the agent has begun another draft.
    const of = pending.note ? 'note' : 'reply'
    if (pending.text !== '' && readDraft(who, pending.chat, of) === '') keepDraft(who, pending.chat, pending.text, of)
  }
  return (
    <div data-pending={state.is} className={cx('flex flex-col items-end px-4 md:px-6', head ? 'pt-3' : 'pt-0.5')}>
      <div
        className={cx(
          'flex max-w-[min(34rem,85%)] flex-col items-end gap-1',
          !refused && state.is !== 'sent' && 'opacity-75',
        )}
      >
        {files.map((file, place) => (
          <Upload key={place} pending={pending} place={place} file={file} onCancel={discard} />
        ))}
        {pending.text !== '' && (
          <div
            dir="auto"
            className={cx(
              bubbleClass({ ours: true, head, tail, bad: refused, note: pending.note !== undefined }),
              'whitespace-pre-wrap',
            )}
          >
            {pending.formatted ? <Markdown content={pending.text} /> : <Rich text={pending.text} />}
          </div>
        )}
      </div>
      {files.length > 1 && !refused && state.is !== 'sent' && (
        <Button size="sm" kind="quiet" className="mt-1" onClick={discard}>
          {words.chat.cancelUpload}
        </Button>
      )}
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

type UploadProps = { pending: PendingMessage; place: number; file: PendingFile; onCancel: () => void }

/**
 * A file being uploaded, with its progress. The only file of a message has a button that withdraws the message; of
 * several, each can be left out as long as the server cannot have the message.
 */
function Upload({ pending, place, file, onCancel }: UploadProps) {
  const { outbox } = useSession()
  const isAlone = pending.files.length === 1
  const { blob, canned } = file
  const picture = blob ? SHOWN.has(file.type) : canned.thumb !== undefined
  const progress = progressOf(pending, place)
  const going = pending.state.is === 'sending' || pending.state.is === 'queued'
  return (
    <div className="w-72 max-w-full overflow-hidden rounded-2xl border border-tint-edge bg-tint">
      {picture && isAlone && <Picture file={file} className="max-h-56 w-full object-cover" />}
      <div className="flex items-center gap-2.5 px-3 py-2">
        {picture && !isAlone && <Picture file={file} className="size-9 shrink-0 rounded-md object-cover" />}
        {!picture && <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />}
        <div className="min-w-0 flex-1">
          <bdi className="block truncate text-sm font-medium">{file.name}</bdi>
          <span className="text-xs text-muted">{size((blob ?? canned).size)}</span>
        </div>
        {going && isAlone && (
          <IconButton label={words.chat.cancelUpload} onClick={onCancel}>
            <X className="size-4" />
          </IconButton>
        )}
        {going && !isAlone && isUploading(pending) && (
          <IconButton label={`${words.common.remove}: ${file.name}`} onClick={() => outbox.leaveOut(pending, place)}>
            <X className="size-4" />
          </IconButton>
        )}
      </div>
      {going && <ProgressLine label={file.name} percent={Math.round(progress * 100)} className="h-1" />}
    </div>
  )
}

const Picture = ({ file: { blob, canned }, className }: { file: PendingFile; className: string }) =>
  blob ? <BlobImage blob={blob} className={className} /> : <img src={canned.thumb} alt="" className={className} />
