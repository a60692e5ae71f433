import type { Presence } from '@deskbell/protocol/agent/people'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { cx } from './cx.ts'

/** Twelve colour pairs with a contrast of 4.5 : 1 between letters and background, light and dark. */
const HUES = [8, 35, 60, 95, 140, 165, 190, 215, 245, 275, 305, 340]

const hash = (text: string) =>
  [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7)

/** First letters of the first and the last word, as whole graphemes of any script. */
function initials(name: string): string {
  const words = name.split(/[\s.,_-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ''))
  return letters.join('').toLocaleUpperCase()
}

const SIZES = {
  xs: 'size-5 text-[0.5625rem]',
  sm: 'size-7 text-2xs',
  md: 'size-9 text-xs',
  lg: 'size-14 text-md',
} as const
const DOTS: Record<Presence, string> = { online: 'bg-good', away: 'bg-warm', offline: 'bg-muted' }

type Props = {
  name: string | null
  id: string | number
  photo?: string | null
  size?: keyof typeof SIZES
  presence?: Presence | undefined
}

/** The stored picture, else coloured initials, else a figure. Decorative: the name stands beside it. */
export function Avatar({ name, id, photo = null, size = 'md', presence }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const letters = name ? initials(name) : ''
  const hue = HUES[hash(String(id)) % HUES.length]!
  return (
    <span aria-hidden="true" className={cx('relative inline-grid shrink-0 select-none', SIZES[size])}>
      <span
        // Drawn by CSS, so that initials are not announced, searched or copied.
        data-initials={(!photo || photo === broken) && letters ? letters : undefined}
        className="grid size-full place-items-center overflow-hidden rounded-full font-semibold data-initials:before:content-[attr(data-initials)]"
        style={{
          background: `light-dark(oklch(0.93 0.035 ${hue}), oklch(0.33 0.05 ${hue}))`,
          color: `light-dark(oklch(0.42 0.09 ${hue}), oklch(0.88 0.06 ${hue}))`,
        }}
      >
        {photo && photo !== broken ? (
          <img
            src={photo}
            alt=""
            className="size-full object-cover"
            decoding="async"
            onError={() => setBroken(photo)}
          />
        ) : (
          letters === '' && <UserRound className="size-1/2" strokeWidth={2} />
        )}
      </span>
      {presence && (
        <span className={cx('absolute -end-px -bottom-px size-2.5 rounded-full ring-2 ring-panel', DOTS[presence])} />
      )}
    </span>
  )
}
