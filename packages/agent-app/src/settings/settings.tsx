import { useQuery } from '@tanstack/react-query'
import { Webhook as Hook } from 'lucide-react'
import { webhooksQuery } from '../api/queries.ts'
import { WholeLog } from '../deliveries/whole-log.tsx'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { Empty } from '../ui/empty.tsx'
import { Parts } from '../ui/parts.tsx'
import { LoadProblem } from '../ui/screen.tsx'
import { WebhookScreen } from '../webhooks/webhook-screen.tsx'
import { Webhooks } from '../webhooks/webhooks.tsx'
import { words } from '../words/index.ts'
import { AccountPart } from './account-part.tsx'

const w = words.settings
const TABS = { '': places.settings, webhooks: places.webhooks, deliveries: places.deliveries } as const
type Tab = keyof typeof TABS
const NAMES: Record<Tab, string> = { '': w.tabs.general, webhooks: w.tabs.webhooks, deliveries: w.tabs.deliveries }

type Props = { part: string; webhook: number | null }

/** Account settings, webhooks, and the delivery log. */
export default function Settings({ part, webhook }: Props) {
  const mayChange = useCell(useSession().live.me).role !== 'agent'
  const tab: Tab = part in TABS ? (part as Tab) : ''
  if (tab === 'webhooks' && webhook !== null) return <OneWebhook id={webhook} />
  return (
    <>
      <h1 className="sr-only">{w.title}</h1>
      <section aria-label={w.title} className="flex min-w-0 flex-1 flex-col">
        <Parts
          name={w.title}
          status={<p className="text-xs text-muted">{mayChange ? w.help : w.readOnly}</p>}
          label={w.tabsLabel}
          wide={tab === 'deliveries'}
          // Agents see the settings of links, but not the webhooks and deliveries.
          parts={(Object.keys(TABS) as Tab[])
            .filter((one) => mayChange || one === tab)
            .map((one) => ({ name: NAMES[one], href: TABS[one], isHere: one === tab }))}
        >
          {tab === '' && <AccountPart mayChange={mayChange} />}
          {tab === 'webhooks' && <AllWebhooks />}
          {tab === 'deliveries' && <WholeLog />}
        </Parts>
      </section>
    </>
  )
}

function AllWebhooks() {
  const { data: webhooks, error, refetch } = useQuery({ ...webhooksQuery, refetchInterval: refreshed })
  if (error && !webhooks)
    return <LoadProblem title={words.webhooks.failedLoad} error={error} onRetry={() => void refetch()} />
  return <Webhooks webhooks={webhooks} />
}

function OneWebhook({ id }: { id: number }) {
  const { data: webhooks, error, refetch } = useQuery({ ...webhooksQuery, refetchInterval: refreshed })
  const webhook = webhooks?.find((one) => one.id === id)
  return (
    <>
      <h1 className="sr-only">{words.webhooks.title}</h1>
      <section aria-label={webhook?.name ?? words.webhooks.title} className="flex min-w-0 flex-1 flex-col">
        {error && !webhooks ? (
          <LoadProblem title={words.webhooks.failedLoad} error={error} onRetry={() => void refetch()} />
        ) : webhook ? (
          <WebhookScreen key={id} webhook={webhook} />
        ) : (
          webhooks && (
            <Empty icon={Hook} title={words.problem.missing}>
              {words.problem.missingHelp}
            </Empty>
          )
        )}
      </section>
    </>
  )
}

/** How often the shown webhooks are refreshed, ms: the number of waiting deliveries changes with every chat. */
const REFRESH = 4000
const refreshed = ({ state: { error } }: { state: { error: unknown } }) => (error ? false : REFRESH)
