import { Dialog } from '@base-ui/react/dialog'
import { Download, X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { words } from '../words/index.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; name: string; url: string }

/** An enlarged picture over the whole window. */
export default function PictureView({ open, onOpenChange, name, url }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop
          data-backdrop=""
          className="fixed inset-0 z-40 bg-stage/95 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <div className="flex h-14 shrink-0 items-center gap-2 px-3 text-on-stage">
            <Dialog.Title className="min-w-0 flex-1 truncate ps-2 font-medium">
              <bdi className="block truncate">{name}</bdi>
            </Dialog.Title>
            <a
              href={url}
              download={name}
              target="_blank"
              rel="noreferrer noopener"
              aria-label={words.media.download(name)}
              className="grid size-9 place-items-center rounded-lg hover:bg-on-stage/15 focus-visible:outline-on-stage"
            >
              <Download className="size-5" />
            </a>
            <Dialog.Close
              render={
                <IconButton
                  label={words.common.close}
                  tip={false}
                  className="size-9 text-on-stage hover:bg-on-stage/15 hover:text-on-stage focus-visible:outline-on-stage"
                >
                  <X className="size-5" />
                </IconButton>
              }
            />
          </div>
          {/* A flex box, not a grid: the row of a grid grows with a tall picture, and max-height would be of that row. */}
          <div className="flex min-h-0 flex-1 items-center justify-center p-3 pt-0" onClick={() => onOpenChange(false)}>
            <img
              src={url}
              alt={name}
              className="max-h-full max-w-full object-contain"
              onClick={(event) => event.stopPropagation()}
            />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
