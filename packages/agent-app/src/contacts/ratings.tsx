import type { ContactRatings } from '@deskbell/protocol/agent/contact'
import { useQuery } from '@tanstack/react-query'
import { RatingMark } from '../chat/rating-mark.tsx'
import { places } from '../places.ts'
import { full, moment, number } from '../text/when.ts'
import { Link } from '../ui/link.tsx'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { Part } from './part.tsx'
import { contactRatingsQuery } from './query.ts'
import { contactWords } from './words.ts'

const w = contactWords

/** How a contact rated its chats, with what they said. Nothing for a contact who rated none. */
export function Ratings({ contact }: { contact: number }) {
  const query = useQuery(contactRatingsQuery(contact))
  const { good = 0, bad = 0, ratings = [] } = query.data ?? {}
  if (good + bad === 0 && !query.error) return null
  return (
    <Part
      title={w.ratings}
      query={{ ...query, failed: w.failedRatings }}
      action={
        query.data && (
          <p className="flex items-center gap-3 text-sm">
            <Count rating="positive" n={good} name={w.ratedGood(number(good))} />
            <Count rating="negative" n={bad} name={w.ratedBad(number(bad))} />
          </p>
        )
      }
    >
      <ul aria-label={w.ratings} className="flex flex-col gap-2">
        {ratings.map((one) => (
          <Rating key={one.chat} rating={one} />
        ))}
      </ul>
    </Part>
  )
}

const Count = ({ rating, n, name }: { rating: 'positive' | 'negative'; n: number; name: string }) => (
  <span className="inline-flex items-center gap-1" title={name}>
    <RatingMark rating={rating} name={name} />
    <span aria-hidden="true">{number(n)}</span>
  </span>
)

function Rating({ rating: { chat, at, rating, text } }: { rating: ContactRatings['ratings'][number] }) {
  const now = useNow()
  return (
    <li className="flex items-start gap-2 text-sm">
      <RatingMark rating={rating} name={words.details.ratings[rating]} className="mt-0.5" />
      <span className="min-w-0 flex-1">
        {text !== undefined && (
          <bdi dir="auto" className="block breakable whitespace-pre-wrap">
            {text}
          </bdi>
        )}
        <span className="text-xs text-muted">
          <time dateTime={new Date(at).toISOString()} title={full(at)}>
            {moment(at, now)}
          </time>
          {' · '}
          <Link
            href={places.chat('closed', chat)}
            aria-label={`${w.openChat}: ${number(chat)}`}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            {w.openChat}
          </Link>
        </span>
      </span>
    </li>
  )
}
