import { FileText, X } from 'lucide-react'
import { size } from '../text/size.ts'
import { IconButton } from '../ui/button.tsx'
import { BlobImage } from '../ui/blob-image.tsx'
import { words } from '../words/index.ts'
import type { Picked } from './pick-files.ts'

/** Image types that are safe to preview from memory. SVG is not. */
export const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Files that are sent with the next message. */
export const FileTray = ({ files, onRemove }: { files: readonly Picked[]; onRemove: (key: string) => void }) => (
  <ul className="flex flex-wrap gap-2 px-3 pt-3">
    {files.map(({ key, file, canned }) => (
      <li key={key} className="flex max-w-60 items-center gap-2 rounded-lg border border-line bg-well p-1">
        <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-md bg-panel text-muted">
          {canned?.thumb ? (
            <img src={canned.thumb} alt="" className="size-full object-cover" />
          ) : file && SHOWN.has(file.type) ? (
            <BlobImage blob={file} className="size-full object-cover" />
          ) : (
            <FileText aria-hidden="true" className="size-4.5" />
          )}
        </span>
        <span className="min-w-0">
          <bdi className="block truncate text-sm">{(canned ?? file).name}</bdi>
          <span className="block text-xs text-muted">{size((canned ?? file).size)}</span>
        </span>
        <IconButton label={`${words.common.remove}: ${(canned ?? file).name}`} onClick={() => onRemove(key)}>
          <X className="size-4" />
        </IconButton>
      </li>
    ))}
  </ul>
)
