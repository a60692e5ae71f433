import type { Media } from '@deskbell/protocol/agent/media'
import { useState } from 'react'
import { cx } from '../ui/cx.ts'
import { useOpened } from '../ui/dialog.tsx'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'
import { FileCard } from './file-card.tsx'

const PictureView = later(() => import('./picture-view.tsx'))

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
  const opened = useOpened(open)
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
      {opened && <PictureView open={open} onOpenChange={setOpen} name={name} url={url} />}
    </>
  )
}
