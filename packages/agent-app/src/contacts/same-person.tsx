import type { Contact } from '@deskbell/protocol/agent/contact'
import { useQuery } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../ui/link.tsx'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { Notice } from '../ui/notice.tsx'
import { contactQuery } from './query.ts'
import { contactWords } from './words.ts'
import { whoIs } from './who.ts'

const MergeDialog = later(() => import('./merge-dialog.tsx'))
const w = contactWords
/** How long an answer is shown without asking again (ms): agents go through many chats. */
const FRESH = 60_000

type Props = { contact: number; email: string | null; phone: string | null }

/**
 * Beside a chat: the contact that may be the same person, because it has the same e-mail address or phone number. What a
 * visitor gives is only a claim, so an agent decides (T55).
 */
export function SamePerson({ contact: id, email, phone }: Props) {
  const isAsked = Boolean(email || phone)
  const { data } = useQuery({
    queryKey: [...contactQuery(id).queryKey, 'beside', email, phone],
    queryFn: ({ signal }) => call('GET /contacts/:contact', { params: { contact: id }, signal }),
    staleTime: FRESH,
    enabled: isAsked,
  })
  const [one] = data?.like ?? []
  if (!isAsked || !data || !one) return null
  return <Suggestion contact={data} other={one} />
}

function Suggestion({ contact, other }: { contact: Contact; other: Contact['like'][number] }) {
  const mayManage = useCell(useSession().live.me).role !== 'agent'
  const [merging, setMerging] = useState(false)
  const who = whoIs(other)
  return (
    <div className="border-b border-line px-4 py-3">
      <Notice tone="info" icon={UserRoundSearch}>
        <p>
          {w.mayBe}{' '}
          <Link href={places.contact(other.id)} className="font-medium text-accent underline-offset-2 hover:underline">
            <bdi>{who}</bdi>
          </Link>
        </p>
        {mayManage && (
          <Button size="sm" className="mt-1.5" aria-label={w.mergeWith(who)} onClick={() => setMerging(true)}>
            {w.mergeAction}
          </Button>
        )}
      </Notice>
      {merging && (
        <MergeDialog contact={contact} other={other.id} open onOpenChange={(open) => !open && setMerging(false)} />
      )}
    </div>
  )
}
