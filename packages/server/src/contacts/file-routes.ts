import { CONTACT_FILE_ROUTES } from '@deskbell/protocol/agent/routes/contacts'
import { scopeOf } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import type { Cell } from '../agent-api/csv.ts'
import { accessCheck, CSV_PAGE, csvLines, saveAsCsv, toCsvTime } from '../agent-api/csv-export.ts'
import { personOf } from '../agent-api/messages.ts'
import { serve } from '../agent-api/serve.ts'
import type { OwnField } from '../conversation/contact/shapes.ts'
import { statement } from '../db/statement.ts'
import type { Services } from '../services.ts'
import { importLines } from './import.ts'
import { channelOf, listContacts, type ContactPosition } from './list.ts'

/** Own fields that have a column: the first ones by name. */
const TITLES = 100
const COLUMNS = [
  ...['contact', 'name', 'email', 'phone', 'external id', 'visitors', 'channels', 'chats', 'active'],
  // When the contact asked for no more mails about ratings.
  'no rating mails since',
]

const titlesStatement = statement(
  'contacts_titles',
  `select distinct f->>'title' as title from contact c, jsonb_array_elements(c.fields) f
   where c.account_id = $1 and c.fields <> '[]' order by 1 limit ${TITLES}`,
)
const moreStatement = statement(
  'contacts_export_more',
  `select id, fields, external_id as external, no_rating_mail_at as "noRatingMails" from contact where account_id = $1 and id = any($2::int[])`,
)

type Needs = Pick<Services, 'clock' | 'contactChanges' | 'dataChanges' | 'db' | 'directory' | 'recognize'>

/** Imports and exports contacts. */
export function fileRoutes(app: Api, services: Needs): void {
  const { clock, db, directory, recognize } = services

  serve(app, CONTACT_FILE_ROUTES, {
    async importContacts({ who, body: { file, lines } }) {
      return { results: await importLines(services, { account: who.account, agent: personOf(who) }, file, lines) }
    },
    async exportContacts({ who, query: { q, channel }, may, request, reply }) {
      const { account } = who
      const scope = scopeOf(directory, who.agent)
      const asked = { ...(q !== undefined && { q }), ...(channel !== undefined && { channel }) }
      const titles = (await db.asAccount(account, (tx) => tx.query<{ title: string }>(titlesStatement, [account]))).map(
        ({ title }) => title,
      )
      const nameOf = (id: number) => channelOf(directory, account, id).name
      saveAsCsv(reply, 'contacts', clock.now())
      return csvLines<ContactPosition>({
        columns: [...COLUMNS, ...titles],
        check: accessCheck(recognize, request, may),
        readPage: (after) =>
          db.asAccount(account, async (tx) => {
            const page = { ...asked, sort: 'active', after, limit: CSV_PAGE } as const
            const { contacts, next } = await listContacts(tx, scope, page)
            const ids = contacts.map(({ id }) => id)
            const more = new Map((await tx.query<More>(moreStatement, [account, ids])).map((one) => [one.id, one]))
            const rows = contacts.map((contact) => {
              const { fields = [], ...own } = more.get(contact.id) ?? {}
              const contents = new Map(fields.map(({ title, content }) => [title, content]))
              return [...toCells(contact, own, nameOf), ...titles.map((title) => contents.get(title) ?? null)]
            })
            return { rows, next }
          }),
      })
    },
  })
}

interface More {
  readonly id: number
  readonly fields: readonly OwnField[]
  readonly external: string | null
  /** ms. */
  readonly noRatingMails: number | null
}

type Listed = Awaited<ReturnType<typeof listContacts>>['contacts'][number]

/** The cells of COLUMNS. `nameOf`: the name of a channel. */
function toCells(
  { id, name, email, phone, active, visitors }: Listed,
  { external = null, noRatingMails = null }: Partial<More>,
  nameOf: (channel: number) => string,
): Cell[] {
  const all = visitors ?? []
  const channels = [...new Set(all.map(({ channel }) => nameOf(channel)))]
  const numbers = all.map(({ number }) => number).join(' ')
  const chats = all.reduce((sum, one) => sum + one.chats, 0)
  return [
    ...[id, name, email, phone, external, numbers || null, channels.join(', ') || null, chats, toCsvTime(active)],
    noRatingMails === null ? null : toCsvTime(noRatingMails),
  ]
}
