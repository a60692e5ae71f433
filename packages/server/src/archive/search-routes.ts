import type { Found, FoundPage } from '@deskbell/protocol/agent/search'
import { SEARCH_GROUPS, type ChatGroup, type SearchGroup } from '@deskbell/protocol/agent/search-groups'
import { SEARCH_ROUTES } from '@deskbell/protocol/agent/routes/search'
import { scopeOf } from '../agent-api/access.ts'
import { parseCursor, toCursor } from '../agent-api/page.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { serve } from '../agent-api/serve.ts'
import type { Scope } from '../conversation/read/chat-row.ts'
import { readInbox } from '../conversation/read/inbox.ts'
import { toInboxFilter } from '../conversation/read/inbox-filter.ts'
import { holderOf, photoLink, toChatForMe, type Viewer } from '../conversation/read/to-chat.ts'
import type { Tx } from '../db/db.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { findGroups, type Hit } from './find.ts'
import { readFoundRows, type FoundRow } from './found-rows.ts'
import { namedIn } from './named.ts'
import { ofClosed, readClosed } from './closed-search.ts'
import { findOpenChats } from './open-search.ts'
import { LAST_ID, parsePlace, toPlace, type Place } from './place.ts'
import { searchContacts } from './search-contacts.ts'
import { toTiers, type Named } from './search-queries.ts'
import { readSnippets, shorten, type Snippet, type SnippetKind } from './snippets.ts'
import { asBeginning, termsOf, type Term } from './words.ts'

/** Results of each group, and of one group that is asked for alone. */
const FIRST = 5
const PAGE = 20

type Needs = Pick<Services, 'clock' | 'db' | 'directory' | 'links'>

/** Searches visitors, contacts, chats, messages and notes while the agent types. */
export function searchRoutes(app: Api, { clock, db, directory, links }: Needs): void {
  serve(app, SEARCH_ROUTES, {
    async search({ who, query: { q, group, after, limit = group ? PAGE : FIRST } }) {
      if (after !== undefined && !group) throw new Invalid('/group', { reason: 'required' })
      const scope = scopeOf(directory, who.agent)
      const viewer = { account: who.account, agent: who.agent.id, links }
      const asked = { text: q, after: parsePlace(after), limit, named: namedIn(directory, who.account), viewer }
      const groups: readonly SearchGroup[] = group ? [group] : SEARCH_GROUPS
      const ofChats = groups.filter((one): one is ChatGroup => one !== 'contacts')
      return db.asAccount(who.account, async (tx) => {
        const pages = await searchGroups(tx, scope, ofChats, asked)
        const contacts = groups.includes('contacts') ? await searchContacts(tx, directory, scope, asked) : undefined
        return { ...Object.fromEntries(ofChats.map((name, i) => [name, pages[i]])), ...(contacts && { contacts }) }
      })
    },
    async searchChats({ who, query: { q, view = 'all', after, limit = 50, ...conditions } }) {
      const { account, agent } = who
      const position = parseCursor(after)
      const scope = scopeOf(directory, agent)
      const named = namedIn(directory, account)
      const page = await db.asAccount(account, async (tx) => {
        if (view === 'closed')
          return readClosed(tx, scope, { text: q, named, conditions: ofClosed(conditions), after: position, limit })
        if (q === undefined) throw new Invalid('/q', { reason: 'required' })
        const { filter } = toInboxFilter(conditions, clock.now())
        const chats = await findOpenChats(tx, scope, q, named)
        return readInbox(tx, scope, view, { after: position, limit, filter: { ...filter, chats } })
      })
      const { safeUrl = [] } = directory.account(account)?.settings ?? {}
      const viewer = { account, agent: agent.id, links, safeUrl }
      return { chats: page.chats.map((chat) => toChatForMe(chat, viewer)), next: page.next && toCursor(page.next) }
    },
  })
}

interface Asked {
  readonly text: string
  readonly named: Named
  readonly after: Place | null
  readonly limit: number
  readonly viewer: Viewer
}

async function searchGroups(
  tx: Tx,
  scope: Scope,
  groups: readonly ChatGroup[],
  { text, named, after, limit, viewer }: Asked,
): Promise<FoundPage[]> {
  const wanted = groups.map((group) => ({
    tiers: toTiers(scope, group, text, named),
    byVisitor: group === 'people',
    after,
    limit,
  }))
  const found = await findGroups(tx, wanted)
  const number = after === null ? chatNumberIn(text) : null
  const shown = groups.map((group, i) => {
    const hits = found[i]?.slice(0, limit) ?? []
    const ids = hits.map(({ id }) => id)
    return group === 'chats' && number !== null ? [number, ...ids.filter((id) => id !== number)] : ids
  })
  const [rows, ...snippets] = await Promise.all([
    readFoundRows(tx, scope, [...new Set(shown.flat())]),
    ...groups.map((group, i) => readSnippetsOf(tx, scope.account, group, { chats: shown[i] ?? [], text })),
  ])
  const terms = termsOf(text)
  return groups.map((group, i) => ({
    found: (shown[i] ?? []).flatMap((id) => {
      const row = rows.get(id)
      if (!row || (group === 'people' && !row.newest)) return []
      return [toFound(row, terms, { snippet: snippets[i]?.get(id) ?? null, viewer })]
    }),
    next: nextOf(found[i] ?? [], limit),
  }))
}

const KINDS: Partial<Record<ChatGroup, SnippetKind>> = { messages: 'message', notes: 'note' }

async function readSnippetsOf(
  tx: Tx,
  account: number,
  group: ChatGroup,
  { chats, text }: { chats: readonly number[]; text: string },
): Promise<ReadonlyMap<number, Snippet>> {
  const kind = KINDS[group]
  return kind === undefined ? new Map() : readSnippets(tx, { account, chats, kind }, termsOf(text))
}

/** The chat that `#27` or `27` names. */
function chatNumberIn(text: string): number | null {
  const [, digits] = /^\s*#?(\d{1,10})\s*$/.exec(text) ?? []
  const number = Number(digits)
  return digits !== undefined && number > 0 && number <= LAST_ID ? number : null
}

function toFound(
  row: FoundRow,
  terms: readonly Term[],
  { snippet, viewer }: { snippet: Snippet | null; viewer: Viewer },
): Found {
  const { state, name, email, phone } = row
  const photo = row.photo === null ? null : photoLink(viewer, row.photo)
  const isOpen = state.closedAt === null
  const marks = (text: string | null) => (text === null ? [] : shorten(text, terms.map(asBeginning)).marks.map(copied))
  return {
    chat: row.id,
    state: isOpen ? 'open' : 'closed',
    at: state.closedAt ?? state.lastAt,
    channel: { id: row.channel_id, name: row.channel_name, kind: row.channel_kind },
    visitor: { number: String(row.number), name, email, phone, photo, ...(row.blocked && { blocked: true as const }) },
    marks: { name: marks(name), email: marks(email), phone: marks(phone) },
    agent: holderOf(state),
    ...(state.department && { department: { id: state.department.id, name: state.department.name } }),
    ...(state.tags && state.tags.length > 0 && { tags: state.tags.map(({ id }) => id) }),
    chats: row.chats,
    preview: state.preview?.text ?? '',
    snippet: snippet && {
      n: snippet.n,
      from: snippet.from,
      at: snippet.at,
      ...(snippet.note && { note: true as const }),
      text: snippet.text,
      marks: snippet.marks.map(copied),
    },
  }
}

const copied = ({ start, end }: { start: number; end: number }) => ({ start, end })

function nextOf(hits: readonly Hit[], limit: number): string | null {
  const last = hits.length > limit ? hits[limit - 1] : undefined
  return last ? toPlace(last) : null
}
