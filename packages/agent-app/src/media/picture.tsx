import { Dialog } from '@base-ui/react/dialog'
import type { Media } from '@deskbell/protocol/agent/entry'
import { Download, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { FileCard } from './file-card.tsx'

/** Largest box in the conversation, in px at the default text size. */
const BOX = { photo: [320, 320], sticker: [160, 160] } as const
const ROOT = 16

/** The size of the box before the picture is loaded, so that the layout does not move. */
function boxOf(media: Media): { width: number; height: number } {
  const [maxWidth, maxHeight] = media.kind === 'sticker' ? BOX.sticker : BOX.photo
  const width = media.width || 240
  const height = media.height || 180
  const scale = Math.min(1, maxWidth / width, maxHeight / height)
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(48, Math.round(height * scale)) }
}

/** A picture; a click enlarges it. `tile`: cropped to a square that fills its place in a grid. */
export function Picture({ media, url, tile = false }: { media: Media; url: string; tile?: boolean }) {
  const [open, setOpen] = useState(false)
  const [broken, setBroken] = useState<string | null>(null)
  const { width, height } = boxOf(media)
  const name = media.name ?? media.emoji ?? words.media.kinds[media.kind]
  const sticker = media.kind === 'sticker'
  if (broken === url) return <FileCard media={media} url={url} problem={words.media.broken} />
  return (
    <>
      <button
        type="button"
        aria-label={words.media.open(name)}
        onClick={() => setOpen(true)}
        className={cx(
          'block max-w-full overflow-hidden',
          tile && 'size-full',
          sticker ? 'rounded-lg' : 'rounded-2xl border border-line bg-well',
        )}
      >
        <img
          src={(media.width ?? 0) > 320 && media.thumb ? media.thumb : url}
          alt={name}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
          className={cx(sticker ? 'object-contain' : 'object-cover', tile && 'aspect-square size-full')}
          style={
            tile
              ? undefined
              : { width: `${width / ROOT}rem`, height: 'auto', aspectRatio: `${width} / ${height}`, maxWidth: '100%' }
          }
        />
      </button>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/85 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup className="fixed inset-0 z-50 flex flex-col outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <div className="flex items-center gap-2 p-3 text-white">
              <Dialog.Title className="min-w-0 flex-1 truncate ps-2 font-medium">
                <bdi className="block truncate">{name}</bdi>
              </Dialog.Title>
              <a
                href={url}
                download={name}
                target="_blank"
                rel="noreferrer noopener"
                aria-label={words.media.download(name)}
                className="grid size-9 place-items-center rounded-lg hover:bg-white/15 focus-visible:outline-white"
              >
                <Download className="size-5" />
              </a>
              <Dialog.Close
                render={
                  <IconButton
                    label={words.common.close}
                    tip={false}
                    className="size-9 text-white hover:bg-white/15 hover:text-white focus-visible:outline-white"
                  >
                    <X className="size-5" />
                  </IconButton>
                }
              />
            </div>
            <div className="grid min-h-0 flex-1 place-items-center p-3 pt-0" onClick={() => setOpen(false)}>
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
    </>
  )
}
