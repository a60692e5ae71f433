import type { WebhookEvent } from '@deskbell/protocol/webhook/events'
import type { WebhookAgent } from '@deskbell/protocol/webhook/shapes'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { coalesce } from '../db/coalesce.ts'
import type { Links } from '../files/links.ts'
import type { Directory } from '../settings/directory.ts'
import { readChatLog, toWebhookLog } from '../conversation/read/log.ts'
import type { Unfinished } from './payload.ts'
import { toAgent } from './payload.ts'

export const eventStatement = statement(
  'event_bodies',
  `select t.place, e.chat_id, e.entry_n, e.body, e.whole
   from unnest($1::int[], $2::bigint[]) with ordinality as t(account_id, n, place)
   join lateral (select chat_id, entry_n, body, whole from event e where e.account_id = t.account_id and e.n = t.n
     limit 1) e on true`,
)
/** Only the first writer stores its body; later ones read it back, so that all attempts send the same bytes. */
const keepStatement = statement(
  'event_keep',
  'update event set body = $3, whole = true where account_id = $1 and n = $2 and not whole returning n',
)

type Finished = Extract<WebhookEvent, { event_name: 'chat_finished' }>

interface Row {
  chat_id: number | null
  entry_n: number | null
  body: string
  whole: boolean
}

export interface Bodies {
  /** The body of an event, the same bytes each time; undefined when the event was deleted. */
  (account: number, n: number): Promise<string | undefined>
}

/** Reads the bodies of events. The log of a finished chat is added and stored on the first read. */
export function makeBodies({ db, links, directory }: { db: Db; links: Links; directory: Directory }): Bodies {
  /** Concurrent reads share one query. */
  const readOne = coalesce(async (asked: readonly { account: number; n: number }[]) => {
    const rows = await db.query<Row & { place: number }>(eventStatement, [
      asked.map(({ account }) => account),
      asked.map(({ n }) => n),
    ])
    const found = new Map(rows.map((row) => [row.place, row]))
    return asked.map((_, place) => found.get(place + 1))
  })
  const read = (account: number, n: number): Promise<Row | undefined> => readOne({ account, n })

  return async (account, n) => {
    const row = await read(account, n)
    if (!row || row.whole || row.chat_id === null || row.entry_n === null) return row?.body
    const event = JSON.parse(row.body) as Extract<Unfinished, { event_name: 'chat_finished' }>
    const lines = await readChatLog(db, account, row.chat_id, row.entry_n)
    const { chat, ...rest } = event
    const log = toWebhookLog(lines, { account, chat: row.chat_id, links, visitor: event.visitor })
    const { plain_messages, html_messages } = log
    const finished: Finished = {
      ...rest,
      agents: agentsOf(lines, (person) => toAgent(directory, account, person)),
      chat: { ...log, ...chat },
      plain_messages,
      html_messages,
    }
    const body = JSON.stringify(finished)
    const kept = await db.query(keepStatement, [account, n, body])
    return kept.length > 0 ? body : (await read(account, n))?.body
  }
}

/** The agents of the chat, in the order in which they joined. */
function agentsOf(
  lines: Awaited<ReturnType<typeof readChatLog>>,
  look: (person: { id: number; name: string }) => WebhookAgent,
): WebhookAgent[] {
  const agents = new Map<number, WebhookAgent>()
  for (const line of lines) {
    if (line.agent && !agents.has(line.agent.id)) agents.set(line.agent.id, look(line.agent))
  }
  return [...agents.values()]
}
