import { ATTACHMENTS_MAX, FILE_MAX } from '@deskbell/protocol/limits'
import { FileText, Paperclip, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useDrop } from '../chat/use-drop.ts'
import { size } from '../text/size.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { ProgressLine } from '../ui/progress-line.tsx'
import { words } from '../words/index.ts'
import type { DraftFile, useFiles } from './use-files.ts'
import { cannedWords } from './words.ts'

const w = cannedWords

/** The files of an answer that is being written: picked, dropped anywhere, or pasted into the dialog. */
export function FilesField({ draft, problem }: { draft: ReturnType<typeof useFiles>; problem: string | null }) {
  const { files, add, remove, again } = draft
  const input = useRef<HTMLInputElement>(null)
  const label = useId()
  const over = useDrop(add)
  const said = draft.problem ?? problem
  return (
    <section
      aria-labelledby={label}
      className={cx(
        '-m-2 rounded-xl border-2 border-dashed p-1.5',
        over ? 'border-accent bg-tint' : 'border-transparent',
      )}
    >
      <p id={label} className="text-sm font-medium">
        {w.files}
      </p>
      <p className="mt-0.5 text-xs text-muted text-pretty">
        {over ? w.drop : w.filesHelp(ATTACHMENTS_MAX, size(FILE_MAX))}
      </p>
      {files.length > 0 && (
        <ul className="mt-2 grid gap-2 sm:grid-cols-2">
          {files.map((file) => (
            <FileItem key={file.key} file={file} onRemove={() => remove(file.key)} onAgain={again} />
          ))}
        </ul>
      )}
      <Button size="sm" className="mt-2" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden="true" className="size-3.5" />
        {w.addFiles}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="canned-file"
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <p role="alert" className="mt-1 text-sm text-bad breakable empty:hidden">
        {said}
      </p>
    </section>
  )
}

type ItemProps = {
  file: DraftFile
  onRemove: () => void
  onAgain: (file: Extract<DraftFile, { is: 'failed' }>) => void
}

function FileItem({ file, onRemove, onAgain }: ItemProps) {
  const { name } = file
  const thumb = file.is === 'there' ? file.file.thumb : undefined
  return (
    <li className="min-w-0 overflow-hidden rounded-lg border border-line bg-well">
      <div className="flex items-center gap-2 p-1">
        <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-md bg-panel text-muted">
          {thumb ? (
            <img src={thumb} alt="" className="size-full object-cover" />
          ) : (
            <FileText aria-hidden="true" className="size-4.5" />
          )}
        </span>
        <span className="min-w-0 flex-1">
          {file.is === 'there' ? (
            <a href={file.file.url} target="_blank" rel="noopener" className="block truncate text-sm hover:underline">
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi className="block truncate text-sm">{name}</bdi>
          )}
          <span className={cx('block text-xs', file.is === 'failed' ? 'text-bad breakable' : 'text-muted')}>
            {file.is === 'failed' ? file.problem : size(file.size)}
          </span>
        </span>
        {file.is === 'failed' && (
          <Button size="sm" kind="quiet" onClick={() => onAgain(file)}>
            {words.common.retry}
          </Button>
        )}
        <IconButton label={`${words.common.remove}: ${name}`} tip={false} onClick={onRemove}>
          <X className="size-4" />
        </IconButton>
      </div>
      {file.is === 'arriving' && (
        <ProgressLine label={name} percent={Math.round(file.progress * 100)} className="h-1" />
      )}
    </li>
  )
}
