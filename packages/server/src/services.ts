import { callDueAt } from '@deskbell/rules/calls/index'
import { capabilitiesOf } from '@deskbell/protocol/agent/channel-kinds'
import { makeRecognizer, type Recognizer } from './agent-api/signed-in.ts'
import { makeCommit, type Commit } from './conversation/commit/commit.ts'
import { traceCommits } from './conversation/commit/trace.ts'
import { makeCallCommit, type CallCommit } from './conversation/calls/commit.ts'
import { timesOf } from './settings/call-times.ts'
import { Unavailable } from './conversation/commit/input.ts'
import { makeLocator, type Locate } from './conversation/commit/locate.ts'
import { makeSettle, type Settle } from './conversation/commit/settle.ts'
import { makeReassignment } from './conversation/reassign.ts'
import { makeContactChanges, type ContactChanges } from './conversation/contact/changes.ts'
import { makeErasures, type Erasures } from './conversation/erasure/erasures.ts'
import { makeVisitorDigest, type VisitorDigest } from './conversation/erasure/visitor-digest.ts'
import type { Db } from './db/db.ts'
import type { Guard } from './deliveries/http/guard.ts'
import { makeSender, type Sender } from './deliveries/http/send.ts'
import { noteAttempt, traceDelivery } from './deliveries/trace.ts'
import { makeWorker, type Worker } from './deliveries/worker.ts'
import { openFiles, type Files } from './files/files.ts'
import { makeLinks, type Links } from './files/links.ts'
import { readStored } from './files/rows.ts'
import { makeGeoip, type Geoip } from './geoip/geoip.ts'
import { makeWrites, type Writes } from './health/writes.ts'
import type { Closers } from './platform/closers.ts'
import type { Config } from './platform/config.ts'
import type { Keys } from './platform/crypto.ts'
import { makeDeadline } from './platform/deadline.ts'
import type { Clock } from './platform/clock.ts'
import type { Ids } from './platform/ids.ts'
import { warning, type Logger } from './platform/log.ts'
import { makeMetrics, type Metrics } from './platform/metrics.ts'
import { openTracing } from './platform/tracing/open.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { version } from './platform/version.ts'
import type { Sweeps } from './platform/sweeps.ts'
import { openBus } from './realtime/bus/open.ts'
import type { Bus } from './realtime/bus/bus.ts'
import { makeAvailability, type Availability } from './realtime/availability.ts'
import { makeAgentAlerts, type AgentAlerts } from './realtime/agent-alerts.ts'
import { makeCallEvents, type CallEvents } from './realtime/call-events.ts'
import { makeChatEvents, type ChatEvents } from './realtime/chat-events.ts'
import { makeDataChanges, type DataChanges } from './realtime/data-changes.ts'
import { makeLookers, type Lookers } from './realtime/lookers.ts'
import { makeLosses, type Losses } from './realtime/losses.ts'
import { makePresence, type Presence } from './realtime/presence.ts'
import { openProcesses, type Processes } from './realtime/processes/processes.ts'
import { makeRpc, type Rpc } from './realtime/rpc/rpc.ts'
import type { Registry } from './registry.ts'
import type { SettingsContext } from './settings/change.ts'
import { openDirectory, type Directory } from './settings/directory.ts'
import { makeRates, type Rates } from './settings/rate-limits.ts'
import type { Store } from './store.ts'

/** An upload is answered 503 when the database takes longer to sum the account's files (ms). */
const STORED_DEADLINE = 4000

/** The shared services. Each module names those that it uses. */
export interface Services {
  readonly config: Config
  /** Shows the time of the database. */
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly db: Db
  readonly keys: Keys
  readonly guard: Guard
  readonly sender: Sender
  readonly settingsContext: SettingsContext
  readonly directory: Directory
  readonly rates: Rates
  /** Authenticates agents, over HTTP and on their sockets. */
  readonly recognize: Recognizer
  readonly bus: Bus
  readonly processes: Processes
  readonly losses: Losses
  readonly rpc: Rpc
  readonly chatEvents: ChatEvents
  readonly agentAlerts: AgentAlerts
  readonly presence: Presence
  readonly lookers: Lookers
  readonly dataChanges: DataChanges
  readonly availability: Availability
  readonly files: Files
  readonly links: Links
  readonly geoip: Geoip
  readonly locate: Locate
  readonly commit: Commit
  readonly callCommit: CallCommit
  readonly callEvents: CallEvents
  readonly settle: Settle
  readonly worker: Worker
  readonly digest: VisitorDigest
  readonly erasures: Erasures
  readonly contactChanges: ContactChanges
  readonly reassignment: Sweeps
  readonly writes: Writes
  readonly metrics: Metrics
  readonly tracing: Tracing
}

/**
 * Opens the shared services on a store, each after those that it needs. `registry` is filled later, from the modules.
 */
export async function openServices(
  config: Config,
  store: Store & { readonly ids: Ids; readonly log: Logger },
  registry: Registry,
  closers: Closers,
): Promise<Services> {
  const { db, clock, keys, settingsContext, installationId, ids, log } = store
  const directory = await openDirectory({ db, keys, clock, log })
  closers.add(() => directory.close())
  const rates = makeRates({ clock, directory })
  const recognize = makeRecognizer({ db, clock, directory, rates })

  const bus = openBus({
    ...(config.natsUrl !== undefined && { natsUrl: config.natsUrl }),
    installation: installationId,
    key: keys.derive('bus'),
    clock,
    ids,
    log,
  })
  closers.add(() => bus.close())
  const processes = await openProcesses({ db, clock, ids, version, log, leases: registry.leases })
  closers.add(() => processes.close())
  const losses = makeLosses({ bus, clock, processes })
  closers.add(() => losses.close())
  const rpc = makeRpc({
    ...{ db, clock, bus, losses, processes },
    onError: warning(log, 'a request of another process could not be answered'),
  })
  const leaseIds = { ...ids, uuid: processes.uuid }
  bus.subscribe((message) => {
    if (message.type === 'settings')
      directory.refresh(message.account).catch(warning(log, 'the settings could not be read'))
  })
  directory.onChange((account) => bus.publish({ type: 'settings', account }))
  const chatEvents = makeChatEvents(bus, (error) => log.error({ err: error }, 'a subscriber of chat events failed'))

  const agentAlerts = makeAgentAlerts(bus)
  const presence = makePresence({
    db,
    clock,
    processes,
    losses,
    bus,
    switchOf: (account, agent) => directory.agent(account, agent)?.status,
    onError: warning(log, 'presence could not be shared'),
  })
  closers.add(() => presence.close())
  directory.onChange(() => presence.recheck())
  const lookers = makeLookers({ clock, processes, bus, shared: db.kind === 'server' })
  closers.add(() => lookers.close())
  const dataChanges = makeDataChanges({ bus, clock })
  closers.add(() => dataChanges.close())
  const availability = makeAvailability({ clock, presence, directory })

  const { files, links } = await openFileServices(config, store, closers)
  const geoip = makeGeoip({ log, ...(config.geoipDb !== undefined && { file: config.geoipDb }) })
  const tracing = await openTracing(config.traces, { clock, log, closers })
  const sender = makeSender({
    guard: store.guard,
    clock,
    userAgent: `Deskbell/${version}`,
    socketsPerOrigin: 1024,
    traceParent: tracing.current,
  })
  const metrics = makeMetrics()
  const writes = makeWrites(clock)
  const locate = makeLocator(db)
  const worker = makeWorker({
    db,
    clock,
    ids: leaseIds,
    log,
    kinds: registry.deliveries,
    around: (delivery, work) => traceDelivery(tracing, delivery, work),
    onAttempt(kind, record) {
      metrics.attempted(kind, record.outcome, record.ms)
      noteAttempt(tracing, record)
    },
    paused: registry.pausedEndpoints,
    alone: db.kind === 'embedded',
  })
  const onLeased = worker.enqueue
  const commit = traceCommits(
    makeCommit({
      effects: registry.effects,
      isAlone: () => processes.living().length === 1,
      db: writes.watch(db),
      locate,
      clock,
      ids: leaseIds,
      readFacts: (account, channel, opens) => {
        const record = directory.channel(account, channel)
        const capabilities = record && capabilitiesOf(record.kind)
        const isAvailable = () => record !== undefined && availability.agents(record)
        return {
          followsLog: capabilities?.followsLog ?? false,
          carriesAttachments: capabilities?.carriesAttachments ?? false,
          ...registry.facts({ account, channel, opens, isAvailable }),
          isOnline: (agent: number) => presence.isOnline(account, agent),
          isAvailable,
        }
      },
      onDurable: chatEvents.durable,
      onCommitted(changed) {
        if (changed.length > 0) writes.succeeded()
        metrics.chatsChanged.observe(changed.length)
        for (const { entries } of changed) metrics.entries.inc(entries.length)
        chatEvents.committed(changed)
      },
      onLeased,
    }),
    tracing,
  )
  const callEvents = makeCallEvents({
    bus,
    rpc,
    losses,
    clock,
    onError: warning(log, 'what happened to a call could not be passed on'),
  })
  const callCommit = makeCallCommit({
    ...{ db, clock, ids: leaseIds, onLeased },
    effects: registry.callEffects,
    dueAt: (account, state) => callDueAt(state, timesOf(directory, account)),
    onCommitted: ({ account, id, visitor: { channel, number } }) =>
      callEvents.changed({ account, call: id, channel, visitor: number }),
  })
  const reassignment = makeReassignment({
    db,
    clock,
    commit,
    onError: warning(log, 'a chat of a removed agent could not be handed over; the server tries again'),
  })
  const contactChanges = makeContactChanges({
    db,
    clock,
    ids: leaseIds,
    chatEvents,
    onLeased,
    tellsChanges: (account, channel) =>
      registry.facts({ account, channel, opens: false, isAvailable: () => false }).tellsChanges,
    whenEdited: registry.whenEdited,
    onChanged: (account, contacts) => dataChanges.changed({ account, what: 'contacts', ids: contacts }),
  })
  const settle = makeSettle({ db, now: clock.now, uuid: processes.uuid, onLeased })
  const digest = makeVisitorDigest(keys)
  const erasures = makeErasures({
    db,
    clock,
    ids: leaseIds,
    chatEvents,
    digest,
    personalData: registry.personalData,
    onLeased,
    removeFile: (id) => files.store.remove(id),
    onError: warning(log, 'a step of an erasure failed; the server tries again'),
  })
  return {
    config,
    clock,
    ids,
    log,
    db,
    keys,
    guard: store.guard,
    sender,
    settingsContext,
    directory,
    rates,
    recognize,
    bus,
    processes,
    losses,
    rpc,
    chatEvents,
    agentAlerts,
    presence,
    lookers,
    dataChanges,
    availability,
    files,
    links,
    geoip,
    locate,
    commit,
    callCommit,
    callEvents,
    settle,
    worker,
    digest,
    erasures,
    contactChanges,
    reassignment,
    writes,
    metrics,
    tracing,
  }
}

async function openFileServices(config: Config, { db, clock, ids, keys }: Store & { ids: Ids }, closers: Closers) {
  const inTime = makeDeadline(clock, STORED_DEADLINE, () => new Unavailable('the store did not answer in time', 'slow'))
  const files = await openFiles({
    dataDir: config.dataDir,
    clock,
    ids,
    limits: config.files,
    ...(config.s3 && { s3: config.s3 }),
    readStored: (account) => inTime(readStored(db, account)),
  })
  closers.add(() => files.close())
  return { files, links: makeLinks({ key: keys.derive('file links'), filesUrl: config.filesUrl, clock }) }
}
