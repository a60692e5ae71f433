import { useQuery } from '@tanstack/react-query'
import { places } from '../../places.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ownCallsQuery } from '../own-query.ts'
import { providerWords as w, telephoneWords } from '../telephone-words.ts'

const { title } = telephoneWords.own

/** Where calls over a provider ring, where each agent chooses that, and whether they ring at this one. */
export function PhonesSection() {
  const { data: own } = useQuery(ownCallsQuery)
  const isAsked = own?.on !== 'browser' && own?.number !== null
  return (
    <Section title={title} help={w.phones}>
      <div className="flex flex-col gap-3 text-sm text-soft">
        <p className="text-pretty">
          {w.phonesHow(title)}{' '}
          <Link href={places.callSettings} className="font-medium text-accent hover:underline">
            {w.choose}
          </Link>
        </p>
        {own && !isAsked && (
          <Notice tone="warm" silent>
            {w.notYours}
          </Notice>
        )}
      </div>
    </Section>
  )
}
