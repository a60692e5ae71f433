import {
  applyCall,
  decideCall,
  isFinal,
  OUTSIDE,
  startCall,
  type CallCommand,
  type CallEntry,
  type CallEntryBody,
  type CallRefusal,
  type CallState,
} from '@deskbell/rules/calls/index'
import type { Db, Tx } from '../../db/db.ts'
import { retrySerialization } from '../../db/retry.ts'
import type { LeasedDelivery, NewDelivery } from '../../deliveries/delivery.ts'
import { LEASE } from '../../deliveries/policy.ts'
import { deliveryRows, toLeased, type DeliveryRow } from '../../deliveries/rows.ts'
import { insertDeliveries } from '../../deliveries/statements.ts'
import { insertFiles, type FileRow } from '../../files/rows.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { Conversation } from '../commit/draft.ts'
import type { EffectPlan } from '../commit/effects.ts'
import type { ConversationKey } from '../commit/locate.ts'
import { readOpen } from '../commit/locked.ts'
import { assignNumbers } from '../commit/numbers.ts'
import { lockNames } from '../../db/lock-names.ts'
import type { CallEffect, CallMade } from './effects.ts'
import {
  answerMissed,
  callsOfVisitor,
  callStatement,
  listCaller,
  ownerStatement,
  writeCall,
  writeCallEntries,
} from './statements.ts'

type Start = CallCommand & { readonly type: 'call.start' }
type Next = Exclude<CallCommand, Start>

/**
 * What carries the voices: the browsers of both sides, the media engine between a page and the agents, a trunk, or a hosted provider.
 */
export type Carrier = 'direct' | 'engine' | 'sip' | 'twilio'

export interface NewCall {
  readonly account: number
  /** A visitor who has a number. */
  readonly visitor: ConversationKey
  readonly carrier: Carrier
  /** Of those who ask for it: the same request makes one call. */
  readonly request: string
  /** The network address of who asks for it, as limits count it. */
  readonly address?: string
  readonly command: Start
  /** Decided with the start, in the same transaction. */
  readonly also?: readonly Next[]
}

/** A call as it is stored. */
export interface StoredCall {
  readonly account: number
  readonly id: number
  readonly carrier: Carrier
  readonly chat: number | null
  readonly visitor: { readonly number: number; readonly channel: number }
  readonly state: CallState
}

/**
 * `no_call`: there is no such call. `no_visitor`: the visitor has no number. `in_call`: the visitor is in this call already. Otherwise as
 * the rules refuse.
 */
export type CallOutcome =
  | { readonly kind: 'done'; readonly call: StoredCall }
  | { readonly kind: 'refused'; readonly why: CallRefusal | { readonly refused: 'no_call' | 'no_visitor' | 'in_call' } }

/** The only writer of calls. Every change is written in one transaction with its events. */
export interface CallCommit {
  /** Starts a call, or resolves with the one that the same request has started. */
  start(call: NewCall): Promise<CallOutcome>
  /**
   * Decides commands, one after the other, with the call locked. `commands` may look at the state first. The first refusal undoes
   * all of them. `files`: rows that are written with the entries.
   */
  change(
    account: number,
    call: number,
    commands: readonly Next[] | ((call: StoredCall) => readonly Next[]),
    files?: readonly FileRow[],
  ): Promise<CallOutcome>
}

export interface CallCommitOptions {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly effects: readonly CallEffect[]
  /** When the call is looked at next (ms). */
  readonly dueAt: (account: number, state: CallState) => number | null
  /** Called after each commit that changed a call. */
  readonly onCommitted: (call: StoredCall) => void
  readonly onLeased: (leased: readonly LeasedDelivery[]) => void
}

/** A call during its transaction. */
interface Draft {
  id: number | null
  readonly conversation: Conversation
  readonly carrier: Carrier
  readonly request: string
  readonly address?: string | undefined
  readonly entries: CallEntry[]
  chat: number | null
  before: CallState | undefined
  state: CallState | undefined
}

interface Row {
  id: number
  chat_id: number | null
  carrier: Carrier
  state: CallState
}

/** What was written, to be announced after the commit. */
interface Written {
  readonly outcome: CallOutcome
  readonly entries: readonly CallEntry[]
  readonly leased: readonly LeasedDelivery[]
  readonly plans: readonly EffectPlan[]
}

const refused = (refusal: 'no_call' | 'no_visitor' | 'in_call'): Written => ({
  outcome: { kind: 'refused', why: { refused: refusal } },
  ...NOTHING,
})
const NOTHING = { entries: [], leased: [], plans: [] } as const

export function makeCallCommit(options: CallCommitOptions): CallCommit {
  const { db, clock, onCommitted, onLeased } = options

  async function announce(transact: (tx: Tx) => Promise<Written>): Promise<CallOutcome> {
    const { outcome, entries, leased, plans } = await retrySerialization(() => db.transaction(transact))
    for (const plan of plans) plan.committed?.()
    onLeased(leased)
    if (outcome.kind === 'done' && entries.length > 0) onCommitted(outcome.call)
    return outcome
  }

  return {
    start: ({ account, visitor, carrier, request, address, command, also = [] }) =>
      announce(async (tx) => {
        const conversation = new Conversation(account, visitor.channel, visitor.key, clock.now())
        const values = [account, visitor.channel, visitor.key, request]
        const [, , calls] = await Promise.all([
          lock(db, tx, conversation),
          readOpen(tx, [conversation]),
          tx.query<Row & { is_same: boolean }>(callsOfVisitor, values),
        ])
        if (conversation.number === null) return refused('no_visitor')
        const same = calls.find(({ is_same }) => is_same)
        if (same) return { outcome: { kind: 'done', call: toStored(conversation, same) }, ...NOTHING }
        if (calls.length > 0) return refused('in_call')
        const draft: Draft = {
          ...{ id: null, conversation, carrier, request, address, entries: [], chat: null },
          ...{ before: undefined, state: undefined },
        }
        append(draft, startCall(command), clock.now())
        return write(tx, options, draft, { commands: also })
      }),
    async change(account, id, commands, files = []) {
      const [owner] = await db.query<{ channel_id: number; key: string }>(ownerStatement, [account, id])
      if (!owner) return refused('no_call').outcome
      return announce(async (tx) => {
        const conversation = new Conversation(account, owner.channel_id, owner.key, clock.now())
        const [, , [row]] = await Promise.all([
          lock(db, tx, conversation),
          readOpen(tx, [conversation]),
          tx.query<Row>(callStatement, [account, id]),
        ])
        // The visitor was erased meanwhile.
        if (!row || conversation.number === null) return refused('no_call')
        const { chat_id: chat, carrier, state } = row
        const draft: Draft = { id, conversation, carrier, request: '', entries: [], chat, before: state, state }
        const wanted = typeof commands === 'function' ? commands(toStored(conversation, row)) : commands
        return write(tx, options, draft, { commands: wanted, files })
      })
    },
  }
}

/** The embedded database has one connection, so no transaction runs beside this one. */
const lock = (db: Pick<Db, 'kind'>, tx: Tx, { lockKey }: Conversation) =>
  db.kind === 'server' ? tx.query(lockNames, [[lockKey]]) : []

function append(draft: Draft, bodies: readonly CallEntryBody[], now: number): void {
  for (const body of bodies) {
    const before = draft.entries.at(-1)
    const at = Math.max(now, before?.at ?? 0)
    const entry = { ...body, n: (draft.state?.last ?? 0) + 1, at } as CallEntry
    draft.state = applyCall(draft.state, entry)
    draft.entries.push(entry)
  }
}

function toStored(
  { account, channel, numbered: number }: Conversation,
  { id, carrier, chat_id: chat, state }: Row,
): StoredCall {
  return { account, id, carrier, chat, visitor: { number, channel }, state }
}

/** Decides the commands, and writes the call with its entries and their effects. */
async function write(
  tx: Tx,
  { clock, ids, effects, dueAt }: CallCommitOptions,
  draft: Draft,
  { commands, files = [] }: { readonly commands: readonly Next[]; readonly files?: readonly FileRow[] },
): Promise<Written> {
  const now = clock.now()
  for (const command of commands) {
    const decision = decideCall(stateOf(draft), command)
    if (!Array.isArray(decision)) return { outcome: { kind: 'refused', why: decision }, ...NOTHING }
    append(draft, decision, now)
  }
  const { conversation, carrier, entries } = draft
  const { account } = conversation
  const state = stateOf(draft)
  const wasOver = draft.before !== undefined && isFinal(draft.before)
  // The chat that is open when a recording is erased is another one.
  if (!wasOver) draft.chat ??= conversation.open?.id ?? null
  const call = (): StoredCall => toStored(conversation, { id: numberOf(draft), chat_id: draft.chat, carrier, state })
  if (entries.length === 0) return { outcome: { kind: 'done', call: call() }, ...NOTHING }

  const made: CallMade = {
    ...{ account, chat: draft.chat, visitor: conversation.facts(), before: draft.before, state, entries },
    department: toDepartment(conversation),
    get call() {
      return numberOf(draft)
    },
  }
  const plans = effects.flatMap((effect) => effect.plan(made) ?? [])
  const own = { account, counter: 'calls' as const, assign: (n: number) => void (draft.id = n) }
  await assignNumbers(tx, [...(draft.id === null ? [own] : []), ...plans.flatMap(({ numbers = [] }) => numbers)])

  const at = new Date(now)
  const deliveries: NewDelivery[] = []
  const sent: Promise<unknown>[] = [
    tx.query(writeCall, rowOf(draft, dueAt(account, state))),
    tx.query(writeCallEntries, [account, numberOf(draft), JSON.stringify(entries.map(entryRow))]),
  ]
  if (files.length > 0) sent.push(tx.query(insertFiles.statement, insertFiles.values(files)))
  if (!draft.before) sent.push(tx.query(listCaller, [account, conversation.numbered, at]))
  if (state.status === 'end' && !wasOver) sent.push(tx.query(answerMissed, [account, conversation.numbered, draft.id]))
  for (const plan of plans)
    plan.write({
      at,
      send(statement, values, onRows) {
        const rows = tx.query<unknown>(statement, values)
        sent.push(onRows ? rows.then(onRows) : rows)
      },
      deliver: (more) => void deliveries.push(...more),
    })
  const leaseEnd = new Date(now + LEASE)
  const held =
    deliveries.length > 0
      ? tx.query<DeliveryRow>(insertDeliveries, [deliveryRows(deliveries), at, leaseEnd, ids.uuid()])
      : []
  const [rows] = await Promise.all([held, ...sent])
  return { outcome: { kind: 'done', call: call() }, entries, leased: toLeased(rows), plans }
}

function toDepartment({ open }: Conversation): CallMade['department'] {
  const { department } = open?.state ?? {}
  return department ? { id: department.id, name: department.name } : null
}

function stateOf({ state }: Draft): CallState {
  if (!state) throw new Error('the call has no state yet')
  return state
}

function numberOf({ id }: Draft): number {
  if (id === null) throw new Error('the call has no number yet')
  return id
}

function rowOf(draft: Draft, due: number | null): unknown[] {
  const { conversation, chat, request, carrier, before } = draft
  const state = stateOf(draft)
  const isOver = isFinal(state)
  return [
    ...[conversation.account, draft.id, conversation.channel, conversation.numbered, chat, request, carrier],
    JSON.stringify(state),
    // Of a call that an agent began nobody waits to be called back.
    state.status === 'error' && state.type !== 'outgoing',
    new Date((before ?? state).startedAt),
    isOver ? new Date(draft.entries.at(-1)?.at ?? 0) : null,
    due === null ? null : new Date(due),
    [...state.agents, ...state.rings, ...(state.invitation ? [state.invitation.to] : [])].flatMap(({ id }) =>
      id === OUTSIDE ? [] : [id],
    ),
    carrier === 'direct' || carrier === 'engine' ? new Date(state.startedAt) : null,
    draft.address ?? null,
  ]
}

function entryRow({ n, type, at, ...body }: CallEntry) {
  return { n, type, at, body }
}
