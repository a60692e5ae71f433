import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'
import { Confirm } from './dialog.tsx'

type Props = {
  words: {
    edit: (title: string) => string
    remove: string
    removeTitle: (title: string) => string
    removeHelp: string
  }
  item: { title: string; shortcut: string | null }
  mayChange: boolean
  onEdit: () => void
  onRemove: () => Promise<void>
  /** Beside the title. */
  mark?: ReactNode
  /** What it contains, on one line. */
  children: ReactNode
}

/** A row of a `SharedList`, with its shortcut, and the buttons that edit and remove it. */
export function SharedRow({ words: w, item: { title, shortcut }, mayChange, onEdit, onRemove, mark, children }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <li className="flex items-center gap-3 px-4 py-2 md:px-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <bdi className="truncate font-medium">{title}</bdi>
          {shortcut !== null && <bdi className="shrink-0 text-sm text-muted">/{shortcut}</bdi>}
          {mark}
        </p>
        <p dir="auto" className="truncate text-sm text-muted">
          {children}
        </p>
      </div>
      {mayChange && (
        <>
          <IconButton label={w.edit(title)} onClick={onEdit}>
            <Pencil className="size-4" />
          </IconButton>
          <IconButton label={w.removeTitle(title)} onClick={() => setAsking(true)}>
            <Trash2 className="size-4" />
          </IconButton>
        </>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.removeTitle(title)}
        action={w.remove}
        danger
        onConfirm={onRemove}
      >
        {w.removeHelp}
      </Confirm>
    </li>
  )
}
