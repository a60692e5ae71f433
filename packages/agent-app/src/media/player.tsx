import type { Media } from '@deskbell/protocol/agent/media'
import { AudioLines, Mic } from 'lucide-react'
import { useState } from 'react'
import { size } from '../text/size.ts'
import { words } from '../words/index.ts'
import { FileCard } from './file-card.tsx'

const ROOT = 16
const LARGEST = 320

/** Video and audio with the browser's controls. Only the first bytes are loaded before playback. */
export function Player({ media, url }: { media: Media; url: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  const name = media.name ?? words.media.kinds[media.kind]
  if (broken === url) return <FileCard media={media} url={url} problem={words.media.broken} />
  if (media.mime?.startsWith('video/')) {
    const width = media.width || LARGEST
    const height = media.height || 180
    const scale = Math.min(1, LARGEST / Math.max(width, height))
    return (
      <video
        src={url}
        {...(media.thumb ? { poster: media.thumb } : {})}
        controls
        preload="metadata"
        aria-label={name}
        onError={() => setBroken(url)}
        className="max-w-full rounded-2xl border border-line bg-stage"
        style={{ width: `${Math.max(220, width * scale) / ROOT}rem`, aspectRatio: `${width} / ${height}` }}
      />
    )
  }
  const Icon = media.kind === 'voice' ? Mic : AudioLines
  const title = media.title
    ? [media.performer, media.title].filter(Boolean).join(' – ')
    : media.kind === 'voice'
      ? words.media.kinds.voice
      : name
  return (
    <div className="w-80 max-w-full rounded-2xl border border-line bg-panel p-2.5">
      <p className="mb-2 flex items-center gap-2 px-1 text-sm">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <bdi className="truncate font-medium">{title}</bdi>
        {media.size !== undefined && <span className="ms-auto shrink-0 text-xs text-muted">{size(media.size)}</span>}
      </p>
      <audio
        src={url}
        controls
        preload="metadata"
        aria-label={title}
        onError={() => setBroken(url)}
        className="h-9 w-full"
      />
    </div>
  )
}
