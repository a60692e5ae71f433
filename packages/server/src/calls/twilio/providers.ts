import type { CallProviderState } from '@deskbell/protocol/agent/call-provider'
import { makeSweeps } from '../../platform/sweeps.ts'
import type { Services } from '../../services.ts'
import { providerTokenContext } from '../../settings/trunk-password.ts'
import { makeRest, type Account, type Rest, type Said } from './rest.ts'
import { readProviders, tellProvider } from './rows.ts'

/** How often each process reads which accounts have a provider (ms). */
const EVERY = 2000
/** How often a provider that takes no calls is asked again (ms). */
const AGAIN = 30_000

/** The hosted providers of the accounts. */
export interface Providers {
  /** Undefined: the account has none. */
  of(account: number): Account | undefined
  /** Whether the provider took calls when it was asked last. */
  canCall(account: number): boolean
  readonly count: number
  /** Resolves when the providers were read once. */
  readonly ready: Promise<void>
  /** The settings have changed. Resolves when this process has them. */
  refresh(): Promise<void>
  readonly rest: Rest
  start(): () => Promise<void>
}

type Needs = Pick<Services, 'clock' | 'db' | 'keys' | 'sender'> & { readonly onError: (error: unknown) => void }

interface Known extends Account {
  state: CallProviderState | null
}

export function makeProviders({ clock, db, keys, sender, onError }: Needs): Providers {
  let known = new Map<number, Known>()
  const first = Promise.withResolvers<void>()

  async function read(): Promise<void> {
    const rows = await readProviders(db)
    known = new Map(
      rows.map(({ account, settings, token, state }) => [
        account,
        { account, settings, state, token: keys.open(token, providerTokenContext(account)) },
      ]),
    )
    first.resolve()
  }

  function onSaid(of: Account, said: Said<unknown>): void {
    const state = stateOf(said)
    const one = known.get(of.account)
    // What was asked with other settings says nothing about these.
    if (!one || one.token !== of.token || one.settings.url !== of.settings.url || one.state === state) return
    one.state = state
    const why = said.ok ? null : said.why
    tellProvider(db, { account: of.account, state, why, now: clock.now() }).catch(onError)
  }

  const rest = makeRest(sender, onSaid)
  let askedAt = 0
  async function sweep(): Promise<void> {
    await read()
    const now = clock.now()
    if (now - askedAt < AGAIN) return
    askedAt = now
    await Promise.all([...known.values()].flatMap((one) => (one.state === 'ok' ? [] : [rest.check(one)])))
  }

  const sweeps = makeSweeps({ clock, every: EVERY, sweep, onError })
  return {
    of: (account) => known.get(account),
    canCall(account) {
      const one = known.get(account)
      return one !== undefined && one.state !== 'refused'
    },
    get count() {
      return known.size
    },
    ready: first.promise,
    refresh: read,
    rest,
    start: sweeps.start,
  }
}

/** A refusal of one telephone is an answer of a provider that works. */
function stateOf(said: Said<unknown>): CallProviderState {
  if (said.ok) return 'ok'
  if (said.how === 'unreachable') return 'unreachable'
  return said.status === 401 || said.status === 403 ? 'refused' : 'ok'
}
