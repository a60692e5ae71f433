import { CONTACT_FILE_ROUTES } from '@deskbell/protocol/agent/routes/contacts'
import { scopeOf } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { toCsvLine } from '../agent-api/csv.ts'
import { personOf } from '../agent-api/messages.ts'
import { serve } from '../agent-api/serve.ts'
import { credentialsOf, signedOut } from '../agent-api/signed-in.ts'
import type { OwnField } from '../conversation/contact/shapes.ts'
import { statement } from '../db/statement.ts'
import { allow } from '../identity/permissions.ts'
import type { Services } from '../services.ts'
import { importLines } from './import.ts'
import { channelOf, listContacts, type ContactPosition } from './list.ts'

/** Contacts read at once, which keeps transactions short for any number of contacts. */
const PAGE = 200
/** Own fields that have a column: the first ones by name. */
const TITLES = 100
/** Without it, Excel reads the text in another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'
const COLUMNS = ['contact', 'name', 'email', 'phone', 'external id', 'visitors', 'channels', 'chats', 'active']

const titlesStatement = statement(
  'contacts_titles',
  `select distinct f->>'title' as title from contact c, jsonb_array_elements(c.fields) f
   where c.account_id = $1 and c.fields <> '[]' order by 1 limit ${TITLES}`,
)
const moreStatement = statement(
  'contacts_export_more',
  `select id, fields, external_id as external from contact where account_id = $1 and id = any($2::int[])`,
)

type Needs = Pick<Services, 'clock' | 'contactChanges' | 'db' | 'directory' | 'recognize'>

/** Imports and exports contacts. */
export function fileRoutes(app: Api, services: Needs): void {
  const { clock, db, directory, recognize } = services

  serve(app, CONTACT_FILE_ROUTES, {
    async importContacts({ who, body: { lines } }) {
      return { results: await importLines(services, { account: who.account, agent: personOf(who) }, lines) }
    },
    exportContacts({ who, query: { q, channel }, may, request, reply }) {
      const { account } = who
      const scope = scopeOf(directory, who.agent)
      const credentials = credentialsOf(request.headers)
      const asked = { ...(q !== undefined && { q }), ...(channel !== undefined && { channel }) }
      const check = async () => {
        const now = await recognize(credentials, request.ip)
        if (!now) throw signedOut()
        allow(now.agent, may)
      }
      const read = (after: ContactPosition | null) =>
        db.asAccount(account, async (tx) => {
          const page = await listContacts(tx, scope, { ...asked, sort: 'active', after, limit: PAGE })
          const ids = page.contacts.map(({ id }) => id)
          const more = await tx.query<More>(moreStatement, [account, ids])
          return { ...page, more: new Map(more.map((one) => [one.id, one])) }
        })
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      reply.header('content-disposition', `attachment; filename="contacts-${day}.csv"`)

      /** The CSV, page by page. Before each page it is checked that the agent still has access (T50). */
      async function* lines(): AsyncGenerator<string> {
        const rows = await db.asAccount(account, (tx) => tx.query<{ title: string }>(titlesStatement, [account]))
        const titles = rows.map(({ title }) => title)
        yield BYTE_ORDER_MARK + toCsvLine([...COLUMNS, ...titles])
        for (let after: ContactPosition | null | undefined; after !== null;) {
          await check() // guard T50
          const page: Awaited<ReturnType<typeof read>> = await read(after ?? null)
          yield page.contacts
            .map(({ id, name, email, phone, active, visitors }) => {
              const { fields = [], external = null } = page.more.get(id) ?? {}
              const all = visitors ?? []
              const channels = [...new Set(all.map((one) => channelOf(directory, account, one.channel).name))]
              const contents = new Map(fields.map(({ title, content }) => [title, content]))
              const numbers = all.map(({ number }) => number).join(' ')
              const chats = all.reduce((sum, one) => sum + one.chats, 0)
              const known = [
                id,
                name,
                email,
                phone,
                external,
                numbers || null,
                channels.join(', ') || null,
                chats,
                toTime(active),
              ]
              return toCsvLine([...known, ...titles.map((title) => contents.get(title) ?? null)])
            })
            .join('')
          after = page.next
        }
      }
      return lines()
    },
  })
}

interface More {
  readonly id: number
  readonly fields: readonly OwnField[]
  readonly external: string | null
}

/** In the format in which spreadsheets read a time. */
const toTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
