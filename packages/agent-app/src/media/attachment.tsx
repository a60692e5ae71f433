import type { Media } from '@deskbell/protocol/agent/media'
import { cx } from '../ui/cx.ts'
import { FileCard } from './file-card.tsx'
import { Missing } from './missing.tsx'
import { Picture } from './picture.tsx'
import { Place } from './place.tsx'
import { Player } from './player.tsx'

type Props = { media: Media; ours: boolean; bad: boolean }

/** One attachment of a message. */
export function Attachment({ media, ours, bad }: Props) {
  return (
    <div
      className={cx('max-w-full', ours ? 'self-end' : 'self-start', bad && 'rounded-2xl outline-1 outline-bad-solid')}
    >
      <Shown media={media} />
    </div>
  )
}

/** A type that is unsafe to show inline is not shown as a picture (T9). */
export const isPicture = (media: Media): media is Media & { url: string } =>
  media.state === 'stored' &&
  media.url !== undefined &&
  media.inline === true &&
  (media.kind === 'photo' || media.kind === 'sticker' || media.mime?.startsWith('image/') === true)

function Shown({ media }: { media: Media }) {
  if (media.kind === 'location') return <Place media={media} />
  if (media.state !== 'stored' || !media.url) return <Missing media={media} />
  // A type that is unsafe to show inline is offered as a file (T9).
  if (!media.inline) return <FileCard media={media} url={media.url} />
  if (isPicture(media)) return <Picture media={media} url={media.url} />
  if (media.mime?.startsWith('video/') || media.mime?.startsWith('audio/'))
    return <Player media={media} url={media.url} />
  return <FileCard media={media} url={media.url} />
}
