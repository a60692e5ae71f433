import type { OnSite } from '@deskbell/protocol/agent/chat'
import type { VisitorRules } from '@deskbell/protocol/agent/visitor-rules'
import type { Person } from '@deskbell/rules'
import { CommitRefused, Unavailable } from '../../conversation/commit/input.ts'
import { makeRecent } from '../../platform/recent.ts'
import { makeShared } from '../../platform/shared.ts'
import type { Services } from '../../services.ts'
import { newestOf, type PagesHere } from './on-site.ts'

/** How long another process may take to list or find pages, to read what a page says of its rules, and to start a chat (ms). */
const WITHIN = { list: 2000, rules: 4000, start: 5000 }
/** The pages at other processes are listed at most this often (ms). */
const FRESH = 1000

/** Where a page is: at another process, or here (undefined). */
export interface Place {
  readonly channel: number
  readonly process: string | undefined
}

/** Visitors who have a page with the widget open now, at any process. Agents see them and may start a chat with them. */
export interface Visitors {
  /** The newest pages, at most `LISTED_MAX`, of the channels for which `sees` returns true. */
  list(account: number, sees: (channel: number) => boolean): Promise<OnSite[]>
  /** Undefined when the page is closed. */
  find(account: number, visit: string): Promise<Place | undefined>
  /** Starts a chat. Resolves with its number; with undefined when the page was closed meanwhile. Throws CommitRefused. */
  start(place: Place, page: Page, agent: Person, text: string): Promise<number | undefined>
  /** The state of the visitor rules of a page, as the page reports it (W19); undefined when the page is closed. */
  rules(place: Place, page: Page): Promise<VisitorRules | undefined>
}

interface Page {
  readonly account: number
  readonly visit: string
}

/** A page is known to its process alone. Without an answer of a process that may have it, the others throw Unavailable. */
export function makeVisitors({
  here,
  rpc,
  clock,
}: { readonly here: PagesHere } & Pick<Services, 'clock' | 'rpc'>): Visitors {
  const seeAll = () => true
  rpc.serve('list_pages', async ({ account }) => ({ visitors: here.list(account, seeAll) }))
  rpc.serve('find_page', async ({ account, visit }) => here.find(account, visit) ?? null)
  rpc.serve('read_rules', async ({ account, visit }) => (await here.rules(account, visit)) ?? null)
  rpc.serve('start_chat', async ({ account, visit, agent, text }) => {
    try {
      const chat = await here.start(account, visit, agent, text)
      return chat === undefined ? null : { chat }
    } catch (error) {
      if (error instanceof CommitRefused && (error.code === 'taken' || error.code === 'closed'))
        return { refused: error.code }
      throw error
    }
  })

  const elsewhere = makeRecent({
    clock,
    fresh: FRESH,
    read: async (account) => {
      const { given } = await rpc.ask('list_pages', { account }, { within: WITHIN.list })
      return given.flatMap(({ answer }) => answer.visitors)
    },
  })
  const share = makeShared<OnSite[]>()

  return {
    async list(account, sees) {
      const others = elsewhere.now(account) ?? (await share(String(account), () => elsewhere.read(account)))
      const mine = here.list(account, sees)
      if (others.length === 0) return mine
      // A tab may have moved to another process: its newest page counts.
      const pages = new Map<string, OnSite>()
      for (const page of [...mine, ...others.filter(({ channel }) => sees(channel))])
        if ((pages.get(page.visit)?.since ?? 0) <= page.since) pages.set(page.visit, page)
      return newestOf([...pages.values()])
    },
    async find(account, visit) {
      const found = here.find(account, visit)
      if (found) return { channel: found.channel, process: undefined }
      const { given, silent } = await rpc.ask('find_page', { account, visit }, { within: WITHIN.list })
      const [newest] = given.toSorted((a, b) => b.answer.since - a.answer.since)
      if (!newest && silent > 0) throw away()
      return newest && { channel: newest.answer.channel, process: newest.process }
    },
    async start({ process }, { account, visit }, agent, text) {
      if (process === undefined) return here.start(account, visit, agent, text)
      const { id, name } = agent
      const request = { account, visit, agent: { id, name }, text }
      const answer = only(await rpc.ask('start_chat', request, { of: process, within: WITHIN.start }))
      if (!answer) return undefined
      if ('refused' in answer) throw new CommitRefused(answer.refused)
      return answer.chat
    },
    async rules({ process }, { account, visit }) {
      if (process === undefined) return here.rules(account, visit)
      return only(await rpc.ask('read_rules', { account, visit }, { of: process, within: WITHIN.rules }))
    },
  }
}

/** The answer of the one process that was asked; undefined: it has none. */
function only<A>({ given, silent }: { readonly given: readonly { readonly answer: A }[]; readonly silent: number }) {
  if (silent > 0) throw away()
  return given[0]?.answer
}

const away = () => new Unavailable('the process that has the visitor’s page did not answer', 'slow')
