import type { Db } from '../db/db.ts'
import type { HeldDelivery } from '../delivery/delivery.ts'
import { heldByStatement, toHeld, type DeliveryRow } from '../delivery/rows.ts'
import { InDoubt } from '../db/errors.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../world.ts'
import { announceAll, mailsOf, type Announced, type Announcer } from './announce.ts'
import { Deciding, type Ask, type Decided, type Made } from './deciding.ts'
import { tookPlace } from './doubt.ts'
import type { Draft } from './draft.ts'
import { Unavailable, type Committed, type CommitRefused, type News, type Outcome } from './input.ts'
import { conversationName, lockAndRead, type Located } from './locked.ts'
import { takeAllNumbers, writeAll } from './writing.ts'

/** A statement that writes and takes longer is given up, and everything with it (ms): 503 is answered 1.5 s later (A6). */
const WRITING_MAX = '1000'
const boundWriting = statement('commit_bound', `select set_config('statement_timeout', $1, true)`)

export interface Written {
  /** One per input, in order. */
  readonly results: readonly (Outcome | CommitRefused | Unavailable)[]
  readonly news: readonly News[]
  readonly announced: readonly Announced[]
  readonly held: readonly HeldDelivery[]
}

/** What the commit asks others. */
export interface Rooms {
  readonly ask: Ask
  readonly announcer: Announcer
}

/**
 * One transaction for many commands: locks their conversations, decides each in memory, writes all entries, states and
 * deliveries with one statement each. Two round trips; a third when chats are new. A batch of one is the same code.
 * Throws Unavailable when the locks and what they guard were not had before `until`.
 */
export async function commitBatch(
  db: Db,
  clock: Clock,
  inputs: readonly Located[],
  token: string,
  until: number,
  { ask, announcer }: Rooms,
): Promise<Written> {
  let sent: { made: Made; written: Written } | undefined
  try {
    return await transact(
      db,
      clock,
      inputs,
      token,
      until,
      { ask, announcer },
      (made, written) => (sent = { made, written }),
    )
  } catch (error) {
    if (!(error instanceof InDoubt && sent && (await tookPlace(db, clock, sent.made)))) throw error
    return { ...sent.written, held: await heldBy(db, token) }
  }
}

/** Should the database be away again: what is held without anybody's knowledge is found when its lease has run out. */
async function heldBy(db: Db, token: string): Promise<HeldDelivery[]> {
  return toHeld(await db.query<DeliveryRow>(heldByStatement, [token]).catch(() => []))
}

async function transact(
  db: Db,
  clock: Clock,
  inputs: readonly Located[],
  token: string,
  until: number,
  { ask, announcer }: Rooms,
  onSent: (made: Made, written: Written) => void,
): Promise<Written> {
  const now = clock.now()
  return db.pipeline(async (tx) => {
    const read = await lockAndRead(db, tx, inputs, now)
    // Those who wait for it are about to be told that it was not stored: then it must not be (A6).
    const inTime = () => {
      if (clock.now() >= until) throw new Unavailable('the store is too slow', 'slow')
    }
    inTime()
    const deciding = new Deciding(read, now, ask)
    const decided = inputs.map((located, place): Decided => {
      if (clock.now() >= (located.input.until ?? Infinity))
        return { kind: 'refused', why: new Unavailable('the store is too slow', 'slow') }
      const conversation = read.conversations.get(conversationName(located))
      if (!conversation) throw new Error('a conversation of the batch was not locked')
      return deciding.decide(located.input, conversation, place)
    })
    if (deciding.empty) {
      await tx.rollback()
      return { results: decided.map((one) => toResult(one, decided, inputs)), news: [], announced: [], held: [] }
    }
    const told = await takeAllNumbers(tx, deciding, deciding.toldBy(announcer.listens))
    const announced = announceAll(announcer, told)
    inTime()
    // What is written now waits for nobody longer than they wait for us. PGlite cannot be stopped, and need not wait.
    if (db.kind === 'server') void tx.query(boundWriting, [WRITING_MAX])
    const results = decided.map((one) => toResult(one, decided, inputs))
    const answers = [...deciding.answered.values()].flatMap(({ account, once, place }) => {
      const result = results[place]
      if (!result || result instanceof Error || result.kind !== 'done') return []
      const answer = once.answer(result)
      return [{ account_id: account, scope: once.scope, key: once.key, hash: once.hash.toString('base64'), answer }]
    })
    const written = writeAll(tx, deciding, { answers, announced, mails: mailsOf(announcer, deciding.made) }, now, token)
    const news = newsOf(deciding)
    const [made] = deciding.made
    if (made) onSent(made, { results, news, announced, held: [] })
    // Answers that depend on a kept key are only known after the write; without any, the commit goes out at once.
    if (answers.length > 0) {
      const held = await written()
      await tx.commit()
      return { results, news, announced, held }
    }
    const [held] = await Promise.all([written(), tx.commit()])
    return { results, news, announced, held }
  })
}

function toResult(
  one: Decided,
  all: readonly Decided[],
  inputs: readonly Located[],
): Outcome | CommitRefused | Unavailable {
  switch (one.kind) {
    case 'refused':
      return one.why
    case 'kept':
      return { kind: 'repeated', answer: one.answer }
    case 'same': {
      const first = all[one.as]
      const once = inputs[one.as]?.input.once
      if (!first || !once) throw new Error('a repeated request has no first')
      const result = toResult(first, all, inputs)
      if (result instanceof Error || result.kind === 'repeated') return result
      return { kind: 'repeated', answer: once.answer(result) }
    }
    case 'done':
      return { kind: 'done', ...toCommitted(one.conversation, one.draft, one.entries) }
  }
}

function toCommitted(
  conversation: (Decided & { kind: 'done' })['conversation'],
  draft: Draft | null,
  entries: Committed['entries'],
): Committed {
  return {
    account: conversation.account,
    chat: draft?.id ?? null,
    state: draft?.state ?? null,
    visitor: conversation.facts(),
    entries,
  }
}

/** What others may want to know: each chat that has new entries, or whose visitor changed. */
function newsOf(deciding: Deciding): News[] {
  const news: News[] = []
  for (const [draft, conversation] of deciding.drafts) {
    if (draft.id === null || (draft.entries.length === 0 && !conversation.visitorChanged)) continue
    news.push({
      account: conversation.account,
      chat: draft.id,
      state: draft.state,
      visitor: conversation.facts(),
      entries: draft.entries,
    })
  }
  return news
}
