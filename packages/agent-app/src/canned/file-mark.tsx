import type { CannedFile } from '@deskbell/protocol/agent/canned'
import { Paperclip } from 'lucide-react'
import { isolate } from '../words/isolate.ts'
import { cannedWords } from './words.ts'

type Props = { files: readonly CannedFile[] }

/** Beside the title of an answer: that it has files, how many, and on pointing their names. */
export function FileMark({ files }: Props) {
  if (files.length === 0) return null
  const names = cannedWords.hasFiles(files.map(({ name }) => isolate(name)).join(', '))
  return (
    <span title={names} className="inline-flex shrink-0 items-center gap-0.5 self-center text-sm text-muted">
      <Paperclip aria-hidden="true" className="size-3.5" />
      <span aria-hidden="true">{files.length}</span>
      <span className="sr-only">{names}</span>
    </span>
  )
}

/** The files that are sent with an answer, by name. */
export const FileNames = ({ files }: Props) =>
  files.length > 0 && (
    <ul className="mt-2 flex flex-col gap-1 text-sm text-soft">
      {files.map(({ file, name }) => (
        <li key={file} className="flex items-center gap-1.5">
          <Paperclip aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
          <bdi className="truncate">{name}</bdi>
        </li>
      ))}
    </ul>
  )
