import type { TrunkState } from '@deskbell/protocol/agent/call-trunk'
import { makeGuard, type GuardOptions } from '../../deliveries/http/guard.ts'
import { makeSweeps } from '../../platform/sweeps.ts'
import type { Services } from '../../services.ts'
import { trunkPasswordContext } from '../../settings/trunk-password.ts'
import type { FromTrunk, ToTrunk } from '../sip/thread-messages.ts'
import { openTrunk, type Trunk } from '../sip/trunk.ts'
import { dropTrunks, HELD_EVERY, holdTrunks, tellState, type HeldTrunk } from './rows.ts'

/** A trunk that was lost is connected to again after so long (ms); each time twice as long. */
const AGAIN = { first: 1000, most: 30_000 }

/** What happens on a trunk that this process holds. */
export interface TrunkListener {
  /** This process holds the trunk from now on. */
  onHeld(account: number): void
  onMessage(account: number, message: FromTrunk): void
  /** The trunk is no longer connected: its telephones cannot be reached. */
  onLost(account: number, why: string): void
}

/** The trunks that this process holds. Each account has one, and one process is connected to it. */
export interface Trunks {
  /** Undefined: this process does not hold the account's trunk, or is not connected. */
  of(account: number): { readonly callerId: string | undefined; send: Trunk['send'] } | undefined
  holds(account: number): boolean
  readonly count: number
  /** The settings have changed. */
  wake(): void
  listen(listener: TrunkListener): void
  start(): () => Promise<void>
}

interface Open {
  readonly held: HeldTrunk
  /** What the settings were. */
  readonly text: string
  trunk: Trunk | undefined
  isReady: boolean
  pause: number
  cancel: () => void
}

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'ids' | 'keys'> & { readonly onError: (error: unknown) => void }

export function makeTrunks({ clock, config, db, ids, keys, onError }: Needs): Trunks {
  const holder = ids.uuid()
  const opened = new Map<number, Open>()
  let listener: TrunkListener | undefined

  const textOf = ({ settings, password }: HeldTrunk) => JSON.stringify([settings, password.toString('base64')])

  async function sweep(): Promise<void> {
    const held = await holdTrunks(db, holder, clock.now())
    const accounts = new Set(held.map(({ account }) => account))
    for (const [account, one] of opened) if (!accounts.has(account)) close(account, one, 'The trunk was removed')
    for (const one of held) {
      const before = opened.get(one.account)
      if (before?.text === textOf(one)) continue
      if (before) close(one.account, before, 'The trunk has other settings')
      const open: Open = {
        held: one,
        text: textOf(one),
        trunk: undefined,
        isReady: false,
        pause: AGAIN.first,
        cancel() {},
      }
      opened.set(one.account, open)
      if (!before) listener?.onHeld(one.account)
      void connect(open)
    }
  }

  async function connect(open: Open): Promise<void> {
    const { account, settings, password } = open.held
    const { kind, host, port, user, domain, registers, ca } = settings
    try {
      tell(open, 'connecting', null)
      const addresses = await addressesOf(host, port)
      if (opened.get(account) !== open) return
      open.trunk = openTrunk(
        {
          ...{ kind, host, port, addresses, user, registers },
          password: keys.open(password, trunkPasswordContext(account)),
          ...(domain !== undefined && { domain }),
          ...(ca !== undefined && { ca }),
        },
        (message) => onMessage(open, message),
      )
    } catch (error) {
      lost(open, error instanceof Error ? error.message : String(error))
    }
  }

  /** The addresses of a host that may be connected to (T13). Ports of telephony are open where others are not. */
  async function addressesOf(host: string, port: number): Promise<string[]> {
    const options: GuardOptions = { allowTargets: config.allowTargets, ports: [port] }
    const { addresses, refusal } = await makeGuard(options).resolve(host, port)
    if (refusal !== undefined) throw new Error(refusal) // guard T13
    return addresses.map(({ address }) => address)
  }

  function onMessage(open: Open, message: FromTrunk): void {
    const { account, settings } = open.held
    if (opened.get(account) !== open) return
    if (message.t === 'lost') return lost(open, message.why)
    if (message.t === 'registered' || (message.t === 'connected' && !settings.registers)) {
      open.isReady = true
      open.pause = AGAIN.first
      tell(open, 'ready', null)
    }
    if (message.t === 'not_registered') {
      open.isReady = false
      tell(open, 'refused', message.why)
    }
    listener?.onMessage(account, message)
  }

  function lost(open: Open, why: string): void {
    const { account } = open.held
    if (opened.get(account) !== open) return
    void open.trunk?.close()
    open.trunk = undefined
    open.isReady = false
    tell(open, 'lost', why)
    listener?.onLost(account, why)
    open.cancel = clock.after(open.pause, () => void connect(open))
    open.pause = Math.min(open.pause * 2, AGAIN.most)
  }

  function close(account: number, open: Open, why: string): void {
    opened.delete(account)
    open.cancel()
    void open.trunk?.close()
    listener?.onLost(account, why)
  }

  function tell({ held: { account } }: Open, state: TrunkState, why: string | null): void {
    tellState(db, { account, holder, state, why, now: clock.now() }).catch(onError)
  }

  const sweeps = makeSweeps({ clock, every: HELD_EVERY, sweep, onError })
  return {
    of(account) {
      const open = opened.get(account)
      const trunk = open?.isReady ? open.trunk : undefined
      return (
        trunk && {
          callerId: open?.held.settings.callerId,
          send: (message: Exclude<ToTrunk, { t: 'close' }>) => trunk.send(message),
        }
      )
    },
    holds: (account) => opened.has(account),
    get count() {
      return opened.size
    },
    wake: sweeps.wake,
    listen: (one) => void (listener = one),
    start() {
      const stop = sweeps.start()
      return async () => {
        await stop()
        const all = [...opened.values()]
        opened.clear()
        for (const { cancel } of all) cancel()
        await Promise.all(all.flatMap(({ trunk }) => (trunk ? [trunk.close()] : [])))
        await dropTrunks(db, holder).catch(onError)
      }
    },
  }
}
