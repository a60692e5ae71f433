import { botLane, deliveriesOf, dueAt } from '@deskbell/rules'
import type { PipelineTx } from '../db/db.ts'
import type { Statement } from '../db/statement.ts'
import type { HeldDelivery, NewDelivery } from '../delivery/delivery.ts'
import { endpointOf, LEASE } from '../delivery/policy.ts'
import {
  attemptRows,
  attemptsStatement,
  cancelStatement,
  dropWaitingStatement,
  oweRows,
  oweStatement,
  promoteStatement,
  settleRows,
  settleStatement,
  toHeld,
  type DeliveryRow,
} from '../delivery/rows.ts'
import { insertFiles, type FileRow } from '../file/rows.ts'
import { indexesOf } from './archive.ts'
import type { Deciding, Made, Told } from './deciding.ts'
import type { Conversation, Draft } from './draft.ts'
import { insertLeft, type LeftRow } from './offline.ts'
import { keepAnswers, takeNumbers, writeChats, writeEntries, writeEvents, writeVisitors } from './statements.ts'
import type { Announced } from './announce.ts'

const DAY = 24 * 3600 * 1000

/** What goes along with what was decided. */
export interface Beside {
  /** Rows to keep for repeated requests. */
  readonly answers: readonly unknown[]
  readonly announced: readonly Announced[]
  readonly mails: readonly NewDelivery[]
}

/** Somebody kept an answer under the same key between our look and our write: decide again. */
export class KeyTaken extends Error {}

/** An event with its number in the account. */
export interface Numbered extends Told {
  readonly n: number
}

/** New chats, visitors and events get the next numbers of their account, in the order in which they came. */
export async function takeAllNumbers(tx: PipelineTx, deciding: Deciding, told: readonly Told[]): Promise<Numbered[]> {
  const wanted = new Map<number, { chats: Draft[]; visitors: Conversation[]; events: Told[] }>()
  const of = (account: number) => {
    let lists = wanted.get(account)
    if (!lists) wanted.set(account, (lists = { chats: [], visitors: [], events: [] }))
    return lists
  }
  for (const conversation of deciding.conversations)
    if (conversation.number === null) of(conversation.account).visitors.push(conversation)
  for (const [draft, conversation] of deciding.drafts) if (draft.id === null) of(conversation.account).chats.push(draft)
  for (const one of told) of(one.made.conversation.account).events.push(one)
  if (wanted.size === 0) return []
  const accounts = [...wanted.keys()]
  const rows = await tx.query<{ account_id: number; chats: number; visitors: number; events: number }>(takeNumbers, [
    accounts,
    accounts.map((account) => of(account).chats.length),
    accounts.map((account) => of(account).visitors.length),
    accounts.map((account) => of(account).events.length),
  ])
  const numbered: Numbered[] = []
  for (const row of rows) {
    const { chats, visitors, events } = of(row.account_id)
    for (const [i, draft] of chats.entries()) draft.id = row.chats - chats.length + 1 + i
    for (const [i, conversation] of visitors.entries()) conversation.number = row.visitors - visitors.length + 1 + i
    for (const [i, event] of events.entries()) numbered.push({ ...event, n: row.events - events.length + 1 + i })
  }
  return numbered
}

/**
 * Sends every write of the batch without waiting between them: with the commit that the caller sends behind them, in
 * the same turn, it is one round trip.
 * Returns what waits for all, and then says which deliveries are due; `token` holds them until LEASE from now.
 */
export function writeAll(
  tx: PipelineTx,
  deciding: Deciding,
  { answers, announced, mails }: Beside,
  now: number,
  token: string,
): () => Promise<HeldDelivery[]> {
  const at = new Date(now)
  const leaseEnd = new Date(now + LEASE)
  const sent: Promise<unknown>[] = []
  const held: Promise<DeliveryRow[]>[] = []
  const send = <R>(statement: Statement, values: readonly unknown[]): Promise<R[]> => {
    const rows = tx.query<R>(statement, values)
    sent.push(rows)
    return rows
  }

  const visitors = [...deciding.conversations].filter((conversation) => conversation.visitorChanged)
  if (visitors.length > 0) void send(writeVisitors, [JSON.stringify(visitors.map(visitorRow)), at])
  const changed = [...deciding.drafts].filter(([draft]) => draft.entries.length > 0)
  if (changed.length > 0) {
    const chats = [...changed.filter(([draft]) => !draft.isNew), ...changed.filter(([draft]) => draft.isNew)]
    void send(writeChats, [JSON.stringify(chats.map(chatRow))])
  }
  if (deciding.made.length > 0) void send(writeEntries, [JSON.stringify(deciding.made.map(entryRow))])
  if (deciding.files.length > 0) void send(insertFiles.statement, insertFiles.values(deciding.files.map(fileRow)))
  if (deciding.left.length > 0) void send(insertLeft.statement, insertLeft.values(deciding.left.map(leftRow), at))
  const kept = answers.length > 0 ? send(keepAnswers, [JSON.stringify(answers), at, new Date(now - DAY)]) : undefined

  const attempts = deciding.settled.flatMap(({ account, id, attempt }) =>
    attempt ? [{ account, delivery: id, record: attempt }] : [],
  )
  if (attempts.length > 0) void send(attemptsStatement, [attemptRows(attempts)])
  if (deciding.settled.length > 0) void send(settleStatement, [settleRows(deciding.settled), at])
  // A customer whose picture has another address with every message is drawn once, not once for each of them.
  if (deciding.photos.length > 0)
    void send(dropWaitingStatement, [
      deciding.photos.map(({ conversation }) => conversation.account),
      deciding.photos.map(({ conversation }) => photoLane(conversation)),
      'photo_fetch',
    ])
  const left = [...deciding.drafts].filter(([draft]) => draft.leftBot)
  if (left.length > 0)
    void send(cancelStatement, [
      left.map(([, conversation]) => conversation.account),
      left.map(([draft]) => botLane({ chat: idOf(draft) })),
      'CLIENT_MESSAGE',
      at,
      'people have the chat',
    ])
  if (announced.length > 0) void send(writeEvents, [JSON.stringify(announced.map(eventRow)), at])
  const owed = [...owedBy(deciding), ...announced.flatMap(toWebhooks), ...mails, ...indexesOf(deciding.made)]
  if (owed.length > 0) held.push(send<DeliveryRow>(oweStatement, [oweRows(owed), at, leaseEnd, token]))
  // After what is new was written: a lane whose head was settled goes on with its oldest.
  if (deciding.settled.length > 0)
    held.push(
      send<DeliveryRow>(promoteStatement, [
        deciding.settled.map((settlement) => settlement.account),
        deciding.settled.map((settlement) => settlement.lane),
        at,
        leaseEnd,
        token,
      ]),
    )
  return async () => {
    await Promise.all(sent)
    if (kept && (await kept).length !== answers.length) throw new KeyTaken()
    return toHeld((await Promise.all(held)).flat())
  }
}

function owedBy(deciding: Deciding): NewDelivery[] {
  const owed: NewDelivery[] = []
  for (const { draft, conversation, entry, command, kind: channelKind } of deciding.made) {
    const { account, channel, key: recipient } = conversation
    const where = { channel, kind: channelKind, visitor: numberOf(conversation), chat: idOf(draft) }
    for (const one of deliveriesOf(draft.state, entry, command, where)) {
      const { kind, lane, of, body } = one
      const bot = 'bot' in one ? one.bot : null
      owed.push({
        account,
        kind,
        lane,
        endpoint: endpointOf(kind, bot ?? channel),
        channel,
        bot,
        webhook: null,
        event: null,
        chat: where.chat,
        of,
        recipient,
        body,
      })
    }
  }
  for (const { conversation, draft, source } of deciding.photos)
    owed.push({
      account: conversation.account,
      kind: 'photo_fetch',
      lane: photoLane(conversation),
      endpoint: endpointOf('photo_fetch', conversation.channel),
      channel: conversation.channel,
      bot: null,
      webhook: null,
      event: null,
      chat: draft?.id ?? null,
      of: null,
      recipient: conversation.key,
      body: { source },
    })
  return owed
}

/** Each webhook gets it in the order of the chat, and does not wait for the others. */
function toWebhooks({ account, name, chat, of, n, webhooks, channel, key }: Announced): NewDelivery[] {
  return webhooks.map((webhook) => ({
    account,
    kind: name,
    lane: `webhook:${webhook}:${chat}`,
    endpoint: endpointOf(name, webhook),
    channel,
    bot: null,
    webhook,
    event: n,
    chat,
    of,
    recipient: key,
    body: {},
  }))
}

function eventRow({ account, name, chat, of, n, body, whole }: Announced) {
  return { account_id: account, n, name, chat_id: chat, entry_n: of, webhook_id: null, body, whole }
}

const photoLane = (conversation: Conversation): string => `photo:${numberOf(conversation)}`

function numberOf(conversation: Conversation): number {
  if (conversation.number === null) throw new Error('the visitor has no number yet')
  return conversation.number
}

function idOf(draft: Draft): number {
  if (draft.id === null) throw new Error('the chat has no id yet')
  return draft.id
}

function visitorRow(conversation: Conversation) {
  const { visitor } = conversation
  return {
    account_id: conversation.account,
    number: numberOf(conversation),
    channel_id: conversation.channel,
    key: conversation.key,
    name: visitor.name,
    phone: visitor.phone,
    email: visitor.email,
    url: visitor.url,
    photo: visitor.photo,
    description: visitor.description,
    custom_data: visitor.customData,
    user_token: visitor.userToken,
    site: visitor.site,
    chats: visitor.chats,
    visits: visitor.visits,
    tabs: conversation.tabs,
    by_crm: visitor.byCrm,
    blocked: visitor.blocked,
    photo_hash: conversation.photoHash?.toString('base64') ?? null,
  }
}

/** A chat as a row of its table. */
export function chatRow([draft, conversation]: readonly [Draft, Conversation]) {
  const { state } = draft
  return {
    account_id: conversation.account,
    id: idOf(draft),
    channel_id: conversation.channel,
    visitor_number: numberOf(conversation),
    state,
    agent_id: state.owner.kind === 'agent' ? state.owner.agent.id : null,
    waiting_since: state.owner.kind === 'queue' ? state.waitingSince : null,
    active_minute: Math.floor(state.lastAt / 60_000),
    opened_at: state.openedAt,
    closed_at: state.closedAt,
    bot_id: state.owner.kind === 'bot' ? state.owner.bot : null,
    due_at: dueAt(state),
  }
}

function leftRow({ message, conversation, draft, id }: Deciding['left'][number]): LeftRow {
  const { account, channel, visitor } = conversation
  return { ...message, account, channel, visitor: numberOf(conversation), chat: idOf(draft), id, site: visitor.site }
}

/** A visitor's file may come before its chat has a number. */
function fileRow({ row, draft }: Deciding['files'][number]): FileRow {
  return row.purpose === 'media' && row.chat === null && draft ? { ...row, chat: idOf(draft) } : row
}

/** An entry as a row of its table. */
export function entryRow({ draft, conversation, entry }: Pick<Made, 'draft' | 'conversation' | 'entry'>) {
  const { type, n, at, ...body } = entry
  return { account_id: conversation.account, chat_id: idOf(draft), n, type, at, body }
}
