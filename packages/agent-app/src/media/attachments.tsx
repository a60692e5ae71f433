import type { Media } from '@deskbell/protocol/agent/media'
import { cx } from '../ui/cx.ts'
import { Attachment, isPicture } from './attachment.tsx'
import { Picture } from './picture.tsx'

type Props = { attachments: readonly Media[]; ours: boolean; bad: boolean }

/** The attachments of a message: several pictures as a grid, then all others one by one. */
export function Attachments({ attachments, ours, bad }: Props) {
  const pictures = attachments.filter(isPicture)
  const asGrid = pictures.length > 1
  // An attachment has no number: its place in the message identifies it.
  const rest = attachments.map((media, place) => ({ media, place })).filter(({ media }) => !asGrid || !isPicture(media))
  return (
    <>
      {asGrid && (
        <ul
          className={cx(
            'grid w-80 max-w-full gap-1',
            pictures.length === 2 || pictures.length === 4 ? 'grid-cols-2' : 'grid-cols-3',
            ours ? 'self-end' : 'self-start',
            bad && 'rounded-2xl outline-1 outline-bad-solid',
          )}
        >
          {pictures.map((media) => (
            <li key={media.url} className="min-w-0">
              <Picture media={media} url={media.url} tile />
            </li>
          ))}
        </ul>
      )}
      {rest.map(({ media, place }) => (
        <Attachment key={place} media={media} ours={ours} bad={bad} />
      ))}
    </>
  )
}
