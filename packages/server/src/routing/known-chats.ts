import type { ChatState } from '@deskbell/rules'
import type { ChangedChat } from '../conversation/commit/input.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import type { Bus } from '../realtime/bus/bus.ts'
import type { Erased, WakeUp } from '../realtime/chat-events.ts'
import { makeAccountChats, type AccountChats } from './account-chats.ts'

/**
 * Where several processes write, all chats are read again so often (ms): what another one committed and could not tell is found then.
 * Reading them takes at most a part of the time.
 */
const AGAIN = 1000
const PART = 50

/** Of a chat that does not wait, only what says whose it is. */
const COLUMNS = `id, channel_id as channel, case when waiting_since is not null or state ? 'offer' then state
  else jsonb_strip_nulls(jsonb_build_object('owner', state->'owner', 'snoozed', state->'snoozed', 'closing', state->'closing'))
    || jsonb_build_object('closedAt', state->'closedAt') end as state`

const openStatement = statement(
  'routing_open_chats',
  `select ${COLUMNS} from chat where account_id = $1 and closed_at is null
     and (agent_id is not null or waiting_since is not null or state ? 'offer')`,
)
const someStatement = statement(
  'routing_some_chats',
  `select ${COLUMNS} from chat where account_id = $1 and id = any($2::int[])`,
)
const givenStatement = statement('routing_given', 'select agent_id, given_at from routing_agent where account_id = $1')

interface Row {
  id: number
  channel: number
  state: ChatState
}

interface Account {
  readonly leave: () => void
  chats: AccountChats | undefined
  /** Other processes changed these. */
  stale: Set<number>
  /** What is being read of them, and those that this process has changed since. */
  reading: { readonly done: Promise<void>; readonly changed: Set<number> } | undefined
  /** What has changed since all chats are being read again, in its order. */
  refreshing: ((chats: AccountChats) => void)[] | undefined
  readAt: number
  took: number
}

/**
 * The open chats of the accounts that this process routes. What this process commits is known when it is durable; what others
 * commit is read when the bus tells of it.
 */
export interface KnownChats {
  /** Undefined: something has to be read first. */
  now(account: number): AccountChats | undefined
  /** Reads what is not known yet. */
  read(account: number): Promise<AccountChats>
  /** Reads all chats of the account again, when it is time to. */
  refresh(account: number): Promise<void>
  /** Forgets all accounts but these. */
  keep(accounts: readonly number[]): void
  onDurable(changed: readonly ChangedChat[]): void
  onChangedElsewhere(wake: WakeUp): void
  onErased(erased: Erased): void
}

export function makeKnownChats({ db, clock, bus }: { db: Db; clock: Clock; bus: Pick<Bus, 'join'> }): KnownChats {
  const accounts = new Map<number, Account>()

  function accountOf(id: number): Account {
    const found = accounts.get(id)
    if (found) return found
    const account: Account = {
      ...{ chats: undefined, stale: new Set<number>(), reading: undefined, refreshing: undefined, readAt: 0, took: 0 },
      leave: bus.join(id).leave,
    }
    accounts.set(id, account)
    return account
  }

  function change(account: Account, how: (chats: AccountChats) => void): void {
    if (account.chats) how(account.chats)
    account.refreshing?.push(how)
  }

  async function readAll(id: number, account: Account): Promise<void> {
    const began = clock.now()
    account.refreshing = []
    try {
      const [rows, given] = await Promise.all([
        db.query<Row>(openStatement, [id]),
        db.query<{ agent_id: number; given_at: number }>(givenStatement, [id]),
      ])
      const chats = makeAccountChats()
      for (const row of rows) chats.put(row)
      for (const { agent_id: agent, given_at: at } of given) chats.gave(agent, at)
      for (const how of account.refreshing) how(chats)
      account.chats = chats
      account.readAt = clock.now()
      account.took = account.readAt - began
    } finally {
      account.refreshing = undefined
    }
  }

  async function readStale(id: number, account: Account, changed: Set<number>): Promise<void> {
    // What is told from now on may be newer than what is read.
    const { stale } = account
    account.stale = new Set()
    changed.clear()
    try {
      const rows = await db.query<Row>(someStatement, [id, [...stale]])
      for (const row of rows) if (!changed.has(row.id)) change(account, (chats) => chats.put(row))
    } catch (error) {
      for (const chat of stale) account.stale.add(chat)
      throw error
    }
  }

  async function readMissing(id: number, account: Account, changed: Set<number>): Promise<void> {
    if (!account.chats) await readAll(id, account)
    if (account.stale.size > 0) await readStale(id, account, changed)
  }

  return {
    now(id) {
      const account = accounts.get(id)
      return account?.stale.size === 0 && !account.reading ? account.chats : undefined
    },
    async read(id) {
      const account = accountOf(id)
      if (!account.reading) {
        const changed = new Set<number>()
        const done = readMissing(id, account, changed).finally(() => (account.reading = undefined))
        account.reading = { done, changed }
      }
      await account.reading.done
      if (!account.chats) throw new Error('the open chats of an account were not read')
      return account.chats
    },
    async refresh(id) {
      const account = accounts.get(id)
      // Nobody else writes into an embedded database.
      if (!account?.chats || account.refreshing || db.kind === 'embedded') return
      if (clock.now() - account.readAt < Math.max(AGAIN, account.took * PART)) return
      await readAll(id, account)
    },
    keep(ids) {
      for (const [id, account] of accounts) {
        if (ids.includes(id)) continue
        account.leave()
        accounts.delete(id)
      }
    },
    onDurable(changed) {
      for (const one of changed) {
        const account = accounts.get(one.account)
        if (!account) continue
        account.reading?.changed.add(one.chat)
        change(account, (chats) => put(chats, one))
      }
    },
    onChangedElsewhere: ({ account, chat }) => void accounts.get(account)?.stale.add(chat),
    onErased({ account: id, chats: erased }) {
      const account = accounts.get(id)
      if (!account) return
      for (const chat of erased) {
        account.reading?.changed.add(chat)
        change(account, (chats) => chats.remove(chat))
      }
    },
  }
}

function put(chats: AccountChats, { chat: id, visitor, state, entries }: ChangedChat): void {
  chats.put({ id, channel: visitor.channel, state })
  for (const entry of entries) if (entry.type === 'chat.routed') chats.gave(entry.to.id, entry.at)
}
