import { linkContact } from '../conversation/contact/merge.ts'
import type { Given } from '../conversation/contact/shapes.ts'
import type { VisitorFacts } from '../conversation/commit/input.ts'
import { Invalid } from '../platform/errors.ts'
import { makeSweeps, type Sweeps } from '../platform/sweeps.ts'
import type { Services } from '../services.ts'
import { verifiedFields } from '../settings/verified-fields.ts'
import { endLink, findLinks, postponeLink, readLinks } from './link-statements.ts'
import { verifiedOf } from './verified.ts'

/** How often noted visitors are looked for (ms), beside those of this process, and how many at once. */
const POLL = 10_000
const AT_ONCE = 50
/** After a failure (ms). */
const AGAIN = 60_000

type Needs = Pick<Services, 'clock' | 'contactChanges' | 'db' | 'directory'> & {
  readonly onError: (error: unknown) => void
}

interface Noted {
  readonly account: number
  readonly number: number
  readonly contact: number
  readonly channel: number
  readonly key: string
  readonly email: string | null
  readonly phone: string | null
  readonly given: Given | null
  readonly byCrm: VisitorFacts['byCrm']
}

/**
 * Merges imported contacts into those of the visitors who are the same person by what their channel has verified. A
 * visitor stays noted until it is done, so that a crash loses none. Any number of processes may do it: the merge locks
 * both contacts, and finds the second time that there is nothing to merge.
 */
export function makeLinker({ clock, contactChanges, db, directory, onError }: Needs): Sweeps {
  async function link(noted: Noted): Promise<unknown> {
    const { account, channel, contact, number } = noted
    const record = directory.channel(account, channel)
    const verified = record && verifiedOf(verifiedFields(record), noted)
    const found = verified
      ? await db.query<{ id: number; agent: number | null; name: string | null }>(findLinks, [
          account,
          verified.id,
          verified.email,
          verified.phone,
        ])
      : []
    const end = () => db.query(endLink, [account, number])
    if (found.length > 1) return end() // guard T55
    const [one] = found
    if (one && one.agent !== null) {
      const agent = { id: one.agent, name: one.name ?? '' }
      await linkContact(contactChanges, { account, agent }, { id: contact, other: one.id, visitor: number })
    }
    return end()
  }

  async function linkSome(): Promise<boolean> {
    const noted = await db.query<Noted>(readLinks, [new Date(clock.now()), AT_ONCE])
    for (const one of noted) {
      try {
        await link(one)
      } catch (error) {
        // Both have own fields up to the limit: an agent decides.
        if (error instanceof Invalid) await db.query(endLink, [one.account, one.number])
        else {
          onError(error)
          await db.query(postponeLink, [one.account, one.number, new Date(clock.now() + AGAIN)])
        }
      }
    }
    return noted.length === AT_ONCE
  }

  return makeSweeps({ clock, every: POLL, sweep: linkSome, onError })
}
