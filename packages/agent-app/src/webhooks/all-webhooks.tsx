import { useQuery } from '@tanstack/react-query'
import { Webhook as Hook } from 'lucide-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { webhooksQuery } from '../api/queries.ts'
import type { ScreenProps } from '../nav/rooms.ts'
import { places } from '../places.ts'
import { ItemList } from '../ui/item-list.tsx'
import { ItemScreen } from '../ui/item-screen.tsx'
import { webhookWords } from '../words/webhooks.ts'
import { iconOf, UnderName } from './webhook-row.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookScreen } from './webhook-screen.tsx'

const w = webhookWords
/** How often the shown webhooks are refreshed, ms: the number of waiting deliveries changes with every chat. */
const REFRESH = 4000
const refreshed = ({ state: { error } }: { state: { error: unknown } }) => (error ? false : REFRESH)

/** The webhooks, or one of them. */
export default function AllWebhooks({ rest: [id] }: ScreenProps) {
  const query = useQuery({ ...webhooksQuery, refetchInterval: refreshed })
  const [adding, setAdding] = useState(false)
  if (id !== undefined) {
    return (
      <ItemScreen words={w} query={query} id={id} back={places.webhooks}>
        {(webhook) => <WebhookScreen key={webhook.id} webhook={webhook} />}
      </ItemScreen>
    )
  }
  return (
    <>
      <ItemList
        icon={Hook}
        iconOf={iconOf}
        words={w}
        query={query}
        href={places.webhook}
        onAdd={() => setAdding(true)}
        under={(one) => <UnderName webhook={one} />}
      />
      {adding && (
        <WebhookDialog
          webhook={null}
          onClose={() => setAdding(false)}
          onSaved={(made) => navigate(places.webhook(made.id))}
        />
      )}
    </>
  )
}
