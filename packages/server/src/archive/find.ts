import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { all } from './conditions.ts'
import { findFew, findNewest } from './search.ts'
import type { Place } from './place.ts'
import type { Tier } from './search-queries.ts'

/** The newest chats that are looked at one by one, before the index is asked: common words are in many of them. */
const RECENT = 400
/** A term that is in a larger share of them is not looked up in the index, but in the chats that the others are in. */
const RARE = 0.1
/** Of the newest chats that fit, so many times the limit are read: those of one visitor count once. */
const SHOWN = 3

const recentStatement = statement(
  'find_recent',
  'select place, fitting, chats, visitors, times from chats_found_recent($1::tsquery[], $2, $3)',
)

/** A chat that fits. */
export interface Hit extends Place {
  readonly visitor: number
}

/** The queries of one group, the best fit first. */
export interface Wanted {
  readonly tiers: readonly Tier[]
  /** Each visitor once, by their newest chat. */
  readonly byVisitor: boolean
  readonly after: Place | null
  readonly limit: number
}

/** The newest chats that fit a query, and how many of those that were looked at fit it. */
interface Recent {
  place: number
  fitting: number
  chats: number[]
  visitors: number[]
  times: number[]
}

/** What the newest chats say: those that fit a query, and in how many of them a term is. */
interface Sample {
  readonly hitsOf: (query: string, tier: number) => Hit[]
  readonly isRare: (term: string) => boolean
}

/**
 * For each group the first chats that fit, one more than its limit when there are more: the best fit first, then the
 * newest. What is among the newest chats is found without the index; a group that is not filled by them has terms that
 * are in few chats, which the index finds quickly.
 */
export async function findGroups(tx: Tx, groups: readonly Wanted[]): Promise<Hit[][]> {
  const sample = await readSample(tx, groups)
  return Promise.all(groups.map((group) => findGroup(tx, group, sample)))
}

async function readSample(tx: Tx, groups: readonly Wanted[]): Promise<Sample> {
  const ofTier = ({ whole, terms }: Tier) => (terms.length > 1 ? [whole, ...terms] : [whole])
  const queries = [...new Set(groups.flatMap(({ tiers }) => tiers.flatMap(ofTier)))]
  const most = SHOWN * Math.max(0, ...groups.map(({ limit }) => limit + 1))
  const rows = queries.length === 0 ? [] : await tx.query<Recent>(recentStatement, [queries, RECENT, most])
  const byQuery = new Map(rows.map((row) => [queries[row.place - 1], row]))
  return {
    hitsOf(query, tier) {
      const { chats = [], visitors = [], times = [] } = byQuery.get(query) ?? {}
      return chats.map((id, i) => ({ tier, id, visitor: visitors[i] ?? 0, at: times[i] ?? 0 }))
    },
    isRare: (term) => (byQuery.get(term)?.fitting ?? 0) <= RARE * RECENT,
  }
}

async function findGroup(tx: Tx, group: Wanted, sample: Sample): Promise<Hit[]> {
  const { tiers, after, limit, byVisitor } = group
  let found: Hit[] = []
  for (const [place, tier] of tiers.entries()) {
    if (place < (after?.tier ?? 0)) continue
    const quick = after ? [] : distinct([...found, ...sample.hitsOf(tier.whole, place)], byVisitor)
    if (quick.length > limit) return quick.slice(0, limit + 1)
    const rest = await findTier(tx, tier, { ...group, place, most: limit + 1 - found.length }, sample)
    found = distinct([...found, ...rest], byVisitor)
    if (found.length > limit) break
  }
  return found.slice(0, limit + 1)
}

async function findTier(
  tx: Tx,
  { whole, terms }: Tier,
  { after, byVisitor, place, most }: Wanted & { place: number; most: number },
  { isRare }: Sample,
): Promise<Hit[]> {
  const position = after?.tier === place ? { at: after.at, id: after.id } : null
  const toHit = ({ at, id, visitor }: Omit<Hit, 'tier'>): Hit => ({ tier: place, at, id, visitor })
  const rare = terms.length === 1 ? terms : terms.filter(isRare)
  const few = rare.length === 0 ? undefined : await findFew(tx, { index: all(rare), whole }, { after: null })
  if (!few) {
    // Several chats of a visitor may follow one another.
    const page = await findNewest(tx, whole, { after: position }, byVisitor ? most * 10 : most)
    return page.map(toHit)
  }
  const hits = distinct(few.map(toHit), byVisitor)
  return hits.filter(({ at, id }) => !position || at < position.at || (at === position.at && id < position.id))
}

/** Each chat once, or each visitor: the first one stays. */
function distinct(hits: readonly Hit[], byVisitor: boolean): Hit[] {
  const known = new Set<number>()
  return hits.filter(({ id, visitor }) => {
    const name = byVisitor ? visitor : id
    return !known.has(name) && known.add(name)
  })
}
