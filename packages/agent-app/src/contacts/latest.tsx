import { useQueries, useQuery } from '@tanstack/react-query'
import { entryQuery } from '../api/queries.ts'
import { CrmCard } from '../chat/crm-card.tsx'
import { CustomGroup } from '../chat/custom-group.tsx'
import { VisitGroups } from '../chat/visit-groups.tsx'
import { later } from '../ui/later.tsx'
import { wholeChatQuery } from './query.ts'

const PlaceMap = later(() => import('./place-map.tsx'))

/** What the newest chat shows beside it: the cards of the CRM, the page's data, and the visit with a map. */
export function Latest({ chat: id }: { chat: number }) {
  const { data: chat } = useQuery(wholeChatQuery(id))
  const cards = useQueries({ queries: (chat?.cards ?? []).map(({ of }) => entryQuery(id, of)) })
  if (!chat || chat.erased) return null
  const { customTag, description, site } = chat.visitor
  return (
    <>
      {description !== undefined && (
        <p className="border-b border-line px-4 py-3 text-sm whitespace-pre-wrap">
          <bdi className="breakable">{description}</bdi>
        </p>
      )}
      {cards.map(({ data: answer }) =>
        answer?.type === 'crm.answered' ? (
          <CrmCard
            key={answer.n}
            chat={chat}
            answer={answer}
            assigned={answer.link !== undefined && (chat.assigned?.includes(answer.link) ?? false)}
          />
        ) : null,
      )}
      {customTag !== undefined && <CustomGroup chat={id} tag={customTag} />}
      {site && <VisitGroups site={site} below={site.place && <PlaceMap place={site.place} />} />}
    </>
  )
}
