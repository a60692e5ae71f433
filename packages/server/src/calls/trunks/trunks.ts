import type { TrunkState } from '@deskbell/protocol/agent/call-trunk'
import { makeSweeps } from '../../platform/sweeps.ts'
import type { Services } from '../../services.ts'
import { trunkPasswordContext } from '../../settings/trunk-password.ts'
import type { FromTrunk, ToTrunk } from '../sip/thread-messages.ts'
import { openTrunk, type Trunk } from '../sip/trunk.ts'
import { addressesOf } from './addresses.ts'
import { dropTrunks, HELD_EVERY, holdTrunks, readAble, tellState, type HeldTrunk } from './rows.ts'

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

/** A trunk as this process has it. */
export interface TrunkNow {
  readonly settings: HeldTrunk['settings']
  readonly state: TrunkState
  readonly why: string | null
  /** The connection is open, whether the trunk has accepted the user or not. */
  readonly isConnected: boolean
}

/** The trunks that this process holds. Each account has one, and one process is connected to it. */
export interface Trunks {
  /** Undefined: this process does not hold the account's trunk, or is not connected. */
  of(account: number): { readonly callerId: string | undefined; send: Trunk['send'] } | undefined
  holds(account: number): boolean
  /** What is of the trunk now; undefined: this process does not hold it. */
  about(account: number): TrunkNow | undefined
  /** A trunk that is lost or refused is connected to again now. */
  again(account: number): void
  /** Packets of others that came to its trunks, and were not read. */
  readonly strangers: number
  /** Whether a process, this one or another, can call telephones of the account now. */
  canCall(account: number): boolean
  /** Those whose trunks this process holds. */
  readonly accounts: readonly number[]
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
  isConnected: boolean
  state: TrunkState
  why: string | null
  pause: number
  cancel: () => void
}

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'keys' | 'log' | 'processes'> & {
  /** The media engine runs. */
  readonly hasEngine: () => boolean
  readonly onError: (error: unknown) => void
}

export function makeTrunks({ clock, config, db, keys, log, processes, hasEngine, onError }: Needs): Trunks {
  const holder = processes.uuid()
  const opened = new Map<number, Open>()
  let listener: TrunkListener | undefined
  let able = new Set<number>()
  let strangers = 0

  const textOf = ({ settings, password }: HeldTrunk) => JSON.stringify([settings, password.toString('base64')])

  async function sweep(): Promise<void> {
    const here = hasEngine() ? [...opened].flatMap(([account, { isReady }]) => (isReady ? [account] : [])) : []
    const held = await holdTrunks(db, { holder, able: here, now: clock.now() })
    able = await readAble(db, clock.now())
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
        isConnected: false,
        state: 'connecting',
        why: null,
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
      const addresses = await addressesOf(config.allowTargets, host, port)
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

  function onMessage(open: Open, message: FromTrunk): void {
    const { account, settings } = open.held
    if (opened.get(account) !== open) return
    if (message.t === 'lost') return lost(open, message.why)
    if (message.t === 'strangers') {
      strangers += message.packets
      return log.warn(
        { account, packets: message.packets },
        'packets came to a trunk that the trunk did not send: refused',
      )
    }
    // A trunk that does not answer, or that cannot for now, is tried again; one that says no is not.
    if (message.t === 'not_registered' && (message.status === undefined || message.status >= 500))
      return lost(open, message.why)
    if (message.t === 'connected') open.isConnected = true
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
    open.isConnected = false
    tell(open, 'lost', why, clock.now() + open.pause)
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

  /** `next`: when it is connected to again. */
  function tell(open: Open, state: TrunkState, why: string | null, next: number | null = null): void {
    const { account } = open.held
    open.state = state
    open.why = why
    tellState(db, { account, holder, state, why, next, now: clock.now() }).catch(onError)
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
    about(account) {
      const open = opened.get(account)
      if (!open) return undefined
      const { held, state, why, isConnected } = open
      return { settings: held.settings, state, why, isConnected }
    },
    again(account) {
      const open = opened.get(account)
      if (!open || open.state === 'ready' || open.state === 'connecting') return
      open.cancel()
      void open.trunk?.close()
      open.trunk = undefined
      open.isConnected = false
      void connect(open)
    },
    canCall(account) {
      const here = opened.get(account)
      return here ? here.isReady && hasEngine() : able.has(account)
    },
    get strangers() {
      return strangers
    },
    get accounts() {
      return [...opened.keys()]
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
