import type { PipelineTx } from '../../db/db.ts'
import { lockNames } from '../../db/lock-names.ts'
import { leasesStandStatement } from '../../deliveries/statements.ts'
import type { Batch, CommitParts, Written } from './batch.ts'
import { Deciding, type Made } from './deciding.ts'
import type { Conversation, Draft } from './draft.ts'
import { leaseKeyOf } from '../../deliveries/rows.ts'
import { Unavailable } from './input.ts'
import { keyOfLocated, type Located, type Read } from './locked.ts'
import { assignNumbers } from './numbers.ts'
import type { RememberedConversations, Stamp, Versions } from './remembered.ts'
import { changedChats, toResult } from './results.ts'
import { boundAll, versionsStand, WRITING_MAX } from './statements.ts'
import { writeAll } from './writing.ts'

/** A lock is waited for so long (ms); then what its holder has written is read. */
const LOCK_MAX = '500'

interface Known {
  readonly read: Read
  readonly open: readonly { readonly conversation: Conversation; readonly chat: number; readonly versions: Versions }[]
}

/**
 * Writes a batch whose conversations are all remembered: locks them, compares what is stored with what was remembered, writes and
 * commits in one round trip, so that no lock waits for this process. Rejects with an error that `isStale` knows when a conversation
 * has changed or is locked for long, or when the time of the batch was over before the database began to write. Undefined, and
 * nothing was sent: a conversation is not known, a command is refused or repeated, or a chat begins. In both cases the batch has to
 * be read and decided.
 */
export function writeAtOnce(
  tx: PipelineTx,
  parts: CommitParts,
  batch: Batch,
  onSent: (made: Made, written: Written) => void,
): Promise<Written> | undefined {
  const { clock, readFacts, effects, remembered } = parts
  const { inputs } = batch
  const now = clock.now()
  const until = Math.min(batch.until, ...inputs.map((located) => located.until))
  const deadline = now < until ? remembered.deadline(until) : undefined
  const known = deadline && knownOf(remembered, inputs, now)
  if (!known) return undefined
  const { read, open } = known
  const deciding = new Deciding(read, now, readFacts)
  const decided = inputs.map((located, place) =>
    deciding.decide(located.input, read.conversations.get(keyOfLocated(located))!, place),
  )
  const isPlain =
    decided.every(({ kind }) => kind === 'done') && [...deciding.drafts.keys()].every(({ id }) => id !== null)
  if (!isPlain || deciding.empty) return undefined
  const plans = effects.flatMap((effect) => effect.plan(deciding) ?? [])
  return write()

  async function write(): Promise<Written> {
    const stamped = lockAndCompare()
    const numbers = plans.flatMap(({ numbers: wanted = [] }) => wanted)
    if (numbers.length > 0) await assignNumbers(tx, numbers)
    if (clock.now() >= until) throw new Unavailable('the store is too slow', 'slow')
    const results = decided.map((one) => toResult(one, decided, inputs))
    const changed = changedChats(deciding)
    const writing = writeAll(tx, deciding, { answers: [], effects: plans, now, token: batch.token })
    const [made] = deciding.made
    if (made) onSent(made, { results, changed, leased: [], effects: plans })
    const [leased, [of]] = await Promise.all([writing(), stamped, tx.commit()])
    if (of) remembered.keep(deciding, of, clock.now())
    return { results, changed, leased, effects: plans }
  }

  /** All of it is sent with the writes. The embedded database needs no locks: its transactions do not overlap. */
  function lockAndCompare(): Promise<Stamp[]> {
    if (parts.db.kind === 'server') {
      void tx.query(boundAll, [WRITING_MAX, LOCK_MAX])
      void tx.query(lockNames, [[...read.conversations.keys()]])
    }
    const stamped = tx.query<Stamp>(versionsStand, [
      open.map(({ conversation }) => conversation.account),
      open.map(({ conversation }) => conversation.number),
      open.map(({ versions }) => versions.visitor),
      open.map(({ chat }) => chat),
      open.map(({ versions }) => versions.chat),
      deadline,
    ])
    const { settled } = deciding
    if (settled.length > 0)
      void tx.query(leasesStandStatement, [
        settled.map(({ account }) => account),
        settled.map(({ id }) => id),
        settled.map((one) => one.token),
      ])
    return stamped
  }
}

/** What the batch is decided on, as if it were read. Undefined: not all of it is known. */
function knownOf(remembered: RememberedConversations, inputs: readonly Located[], now: number): Known | undefined {
  const conversations = new Map<string, Conversation>()
  const chats = new Map<string, Draft>()
  const open: Known['open'][number][] = []
  for (const located of inputs) {
    const { input } = located
    if (input.once) return undefined
    const key = keyOfLocated(located)
    const found = remembered.find(key)
    if (!found || ('chat' in input.target && input.target.chat !== found.chat)) return undefined
    if (!conversations.has(key)) {
      const conversation = remembered.revive(key, now)
      conversations.set(key, conversation)
      open.push({ conversation, ...found })
    }
    const draft = conversations.get(key)?.open
    if ('chat' in input.target && draft) chats.set(`${input.account}:${input.target.chat}`, draft)
  }
  // Whether the leases stand is compared with the rest.
  const leases = new Set(inputs.flatMap(({ input }) => (input.settles ? [leaseKeyOf(input.settles)] : [])))
  return { read: { conversations, chats, leases, answers: new Map() }, open }
}
