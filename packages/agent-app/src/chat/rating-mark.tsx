import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { cx } from '../ui/cx.ts'

const THUMBS = { positive: ThumbsUp, negative: ThumbsDown } as const

type Props = {
  rating: keyof typeof THUMBS
  /** What a screen reader says, where no words stand beside it. */
  name?: string
  className?: string
}

/** A rating as a thumb. */
export function RatingMark({ rating, name, className }: Props) {
  const Thumb = THUMBS[rating]
  return (
    <span className={cx('shrink-0', rating === 'positive' ? 'text-good' : 'text-bad', className)}>
      {name !== undefined && <span className="sr-only">{name}</span>}
      <Thumb aria-hidden="true" className="size-3.5" />
    </span>
  )
}
