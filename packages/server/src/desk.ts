import { archiveEffect } from './archive/effects.ts'
import { archiveOut } from './archive/handler.ts'
import type { Config } from './platform/config.ts'
import { makeAvailability, type Availability } from './routing/availability.ts'
import { makeAccess, type Access } from './bots/access.ts'
import { makeAuthorization } from './bots/authorization.ts'
import { makeBreaker } from './bots/breaker.ts'
import { makeBotFacts } from './bots/facts.ts'
import { botEffect } from './bots/effects.ts'
import { botOut } from './bots/handler.ts'
import { makeBotSandbox, type BotSandbox } from './bots/sandbox.ts'
import { makePostToBot } from './bots/post.ts'
import { makeSandboxRows, type SandboxRows } from './bots/sandbox-rows.ts'
import { watchWithdrawals } from './bots/withdrawn.ts'
import { watchTimers } from './conversation/timers.ts'
import { makeChatEvents, type ChatEvents } from './realtime/chat-events.ts'
import { makeCommit, type Commit } from './conversation/commit/commit.ts'
import { makeErasures, type Erasures } from './conversation/erasure/erasures.ts'
import { makeLocator, type Locate } from './conversation/commit/locate.ts'
import { offlineEffect } from './conversation/commit/offline-messages.ts'
import { makePresence, type Presence } from './realtime/presence.ts'
import { Unavailable } from './conversation/commit/input.ts'
import { makeRetain } from './conversation/erasure/retain.ts'
import { ruleDeliveries } from './conversation/commit/rule-deliveries.ts'
import { makeSettle } from './conversation/commit/settle.ts'
import { makeVisitorDigest } from './conversation/erasure/visitor-digest.ts'
import { watchChats } from './realtime/watch-chats.ts'
import { watchErasures } from './conversation/erasure/watch-erasures.ts'
import { channelEffect } from './channels/api/effects.ts'
import { channelOut } from './channels/api/handler.ts'
import { mediaFetch, photoFetch } from './channels/api/media.ts'
import { makePost, type Post } from './channels/api/post.ts'
import { channelTyping } from './channels/api/typing.ts'
import { openBus } from './realtime/bus/open.ts'
import type { Bus } from './realtime/bus/bus.ts'
import { openKeys, type Keys } from './platform/crypto.ts'
import type { Db } from './db/db.ts'
import { readDeskId } from './db/desk-id.ts'
import { migrate } from './db/migrate.ts'
import { openStoreClock, readTimeOf, type ReadTime } from './db/store-clock.ts'
import { openDb } from './db/open.ts'
import { mendSecondWall } from './db/second-wall.ts'
import { watchNewTables } from './db/new-tables.ts'
import { makeGuard, type Guard } from './deliveries/http/guard.ts'
import { makeSender, type Sender } from './deliveries/http/send.ts'
import { makeWorker, type Worker } from './deliveries/worker.ts'
import { fileEffect } from './files/effects.ts'
import { makeLinks, type Links } from './files/links.ts'
import { openFiles, type Files } from './files/files.ts'
import { readStored } from './files/rows.ts'
import { keepHouse } from './maintenance/housekeeping.ts'
import type { Logger } from './platform/log.ts'
import { makeMailer } from './mail/mailer.ts'
import { mailEffect } from './mail/effects.ts'
import { mailOut } from './mail/handler.ts'
import { makeMetrics, type Metrics } from './platform/metrics.ts'
import { openDirectory, type Directory } from './settings/directory.ts'
import { firstStart, laterStart } from './setup/first-start.ts'
import type { SettingsContext } from './settings/change.ts'
import { holdsSecrets, resealSecrets } from './settings/reseal.ts'
import { applySetup } from './setup/apply.ts'
import { readSetupFile } from './setup/file.ts'
import { makeDeadline } from './platform/deadline.ts'
import { makeGeoip, type Geoip } from './geoip/geoip.ts'
import { checkTable } from './geoip/table.ts'
import { version } from './platform/version.ts'
import { tellsChanges, webhookEffect } from './webhooks/effects.ts'
import { makeExpire } from './webhooks/expire.ts'
import { makeBodies, type Bodies } from './webhooks/finish.ts'
import { makeHealth } from './webhooks/health.ts'
import { webhookOut } from './webhooks/handler.ts'
import { watchPaused } from './webhooks/paused.ts'
import { makePostEvent } from './webhooks/post.ts'
import { makeRecent } from './webhooks/recent.ts'
import { makeSendExample, type SendExample } from './webhooks/send-example.ts'
import type { Clock, MachineClock } from './platform/clock.ts'
import type { Ids } from './platform/ids.ts'
import { makeWrites, type Writes } from './health/writes.ts'

/** An upload whose account's sum of files the store keeps waiting longer is answered 503 (ms). */
const DEADLINE = 4000

/** Everything behind the doors: storage, directory, commit, deliveries. */
export interface Desk {
  readonly config: Config
  /** Shows the time of the store. */
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly db: Db
  readonly writes: Writes
  readonly keys: Keys
  readonly guard: Guard
  readonly sender: Sender
  readonly settingsContext: SettingsContext
  readonly directory: Directory
  readonly bus: Bus
  readonly chatEvents: ChatEvents
  readonly presence: Presence
  readonly files: Files
  readonly links: Links
  readonly commit: Commit
  readonly erasures: Erasures
  readonly locate: Locate
  readonly places: Geoip
  readonly worker: Worker
  readonly post: Post
  readonly botSandbox: BotSandbox
  readonly access: Access
  readonly sandboxRows: SandboxRows
  readonly bodies: Bodies
  readonly sendExample: SendExample
  readonly availability: Availability
  readonly metrics: Metrics
  /** What to print when the desk was made just now. */
  readonly welcome: readonly string[] | undefined
  close(): Promise<void>
}

export interface World {
  readonly clock: MachineClock
  /** For tests that move the clock by hand: a database server cannot follow it. */
  readonly readTime?: ReadTime
  readonly ids: Ids
  readonly log: Logger
  /** The embedded database has died; what was acknowledged is on disk. */
  readonly onFatal: (error: Error) => void
}

/** Opens the desk: the same for the program and for tests, which hand in a clock of their own. */
export async function openDesk(config: Config, world: World): Promise<Desk> {
  const { clock: machine, ids, log, onFatal } = world
  const closers: (() => unknown)[] = []
  const close = async () => {
    const faults: unknown[] = []
    for (const end of closers.splice(0).toReversed())
      try {
        await end()
      } catch (error) {
        // What comes after it, the database above all, closes all the same.
        faults.push(error)
      }
    if (faults.length > 0) throw new AggregateError(faults, 'parts of the desk did not close')
  }
  try {
    if (config.geoipDb !== undefined) await checkTable(config.geoipDb)
    const places = makeGeoip({ log, ...(config.geoipDb !== undefined && { file: config.geoipDb }) })
    const db = await openDb({
      dataDir: config.dataDir,
      clock: machine,
      log,
      onFatal,
      ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }),
    })
    closers.push(() => db.close())
    await migrate(db, log)
    await mendSecondWall(db, log) // guard T54
    const keys = await openKeys(config, { sealed: await holdsSecrets(db) })
    await resealSecrets(db, keys)

    const storeClock = await openStoreClock({ machine, readTime: world.readTime ?? readTimeOf(db, machine), log })
    closers.push(() => storeClock.close())
    let clock: Clock = machine
    clock = storeClock // guard T53

    const guard = makeGuard({
      allowTargets: config.allowTargets,
      ownHosts: [hostOf(config.publicUrl), hostOf(config.filesUrl)],
    })
    const settingsContext: SettingsContext = { clock, ids, keys, guard }
    const welcome = await bringAbout(config, settingsContext, db, log)
    const directory = await openDirectory({ db, keys, clock, log })
    closers.push(() => directory.close())

    const bus = openBus({
      ...(config.natsUrl !== undefined && { natsUrl: config.natsUrl }),
      desk: await readDeskId(db, ids),
      key: keys.derive('bus'),
      clock,
      ids,
      log,
    })
    closers.push(() => bus.close())
    bus.subscribe((message) => {
      if (message.type === 'desk')
        directory.refresh().catch((error: unknown) => log.warn({ err: error }, 'the directory could not be read'))
    })
    directory.onChange(() => bus.publish({ type: 'desk' }))

    const chatEvents = makeChatEvents(bus, (error) =>
      log.error({ err: error }, 'somebody could not be told of what was committed'),
    )
    const metrics = makeMetrics()
    const withDeadline = makeDeadline(
      clock,
      DEADLINE,
      () => new Unavailable('the store did not answer in time', 'slow'),
    )
    const files = await openFiles({
      dataDir: config.dataDir,
      clock,
      ids,
      limits: config.files,
      readStored: (account) => withDeadline(readStored(db, account)),
    })
    closers.push(() => files.close())
    const links = makeLinks({ key: keys.derive('file links'), filesUrl: config.filesUrl, clock })
    const sender = makeSender({ guard, clock, userAgent: `Deskbell/${version}`, socketsPerOrigin: 1024 })
    const post = makePost({ sender, clock })

    const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
    const presence = makePresence({
      db,
      clock,
      ids,
      bus,
      switchOf: (account, agent) => directory.agent(account, agent)?.status,
      onError: warn('presence could not be shared'),
    })
    closers.push(() => presence.close())
    directory.onChange(() => presence.recheck())

    const availability = makeAvailability({ clock, presence, directory })
    const postToBot = makePostToBot({ sender, clock, authorization: makeAuthorization({ sender, clock }) })
    const breaker = makeBreaker({
      db,
      clock,
      directory,
      chatEvents,
      onError: warn('a bot’s failing could not be noted'),
    })
    closers.push(() => breaker.close())
    const botFacts = makeBotFacts({ directory, breaker })

    const sandboxRows = makeSandboxRows(db)
    const locate = makeLocator(db)
    const recent = makeRecent()
    const writes = makeWrites(clock)
    const commit = makeCommit({
      effects: [
        ruleDeliveries,
        channelEffect,
        botEffect,
        fileEffect,
        offlineEffect,
        webhookEffect(directory, recent),
        mailEffect((account) => directory.account(account)?.settings.mailLogTo ?? []),
        archiveEffect,
      ],
      db: writes.watch(db),
      locate,
      clock,
      ids,
      ask(account, channel, opens) {
        const record = directory.channel(account, channel)
        const available = () => record !== undefined && availability.agents(record)
        return {
          kind: record?.kind ?? 'api',
          bot: botFacts(account, channel, opens, available),
          tellsChanges: tellsChanges(directory, account),
          get available() {
            return available()
          },
        }
      },
      onNews(news) {
        if (news.length > 0) writes.succeeded()
        metrics.chatsChanged.observe(news.length)
        for (const { entries } of news) metrics.entries.inc(entries.length)
        chatEvents.ring(news)
      },
      onHeld: (held) => worker.take(held),
    })
    const fetching = { files, sender, keys, commit, clock }
    const toBots = botOut({
      db,
      clock,
      ids,
      directory,
      links,
      commit,
      post: postToBot,
      breaker,
      available: (channel) => availability.agents(channel),
    })
    const bodies = makeBodies({ db, links, directory })
    const health = makeHealth({ db, clock, directory, onError: warn('a webhook’s failing could not be noted') })
    closers.push(() => health.settled())
    const settle = makeSettle({
      db,
      now: clock.now,
      uuid: ids.uuid,
      onHeld: (held) => worker.take(held),
    })
    const toWebhooks = webhookOut({
      clock,
      directory,
      commit,
      post: makePostEvent({ sender, clock }),
      bodies,
      recent,
      health,
      settle,
    })
    const mailer = makeMailer({
      from: config.mailFrom ?? `desk@${new URL(config.publicUrl).hostname}`,
      log,
      ...(config.smtpUrl !== undefined && { smtpUrl: config.smtpUrl }),
    })
    closers.push(() => mailer.close())
    const paused = watchPaused(directory)
    const worker = makeWorker({
      db,
      clock,
      ids,
      log,
      handlers: {
        agent_message: channelOut({ directory, links, commit, post }),
        CLIENT_MESSAGE: toBots,
        AGENT_JOINED: toBots,
        AGENT_UNAVAILABLE: toBots,
        media_fetch: mediaFetch(fetching),
        photo_fetch: photoFetch(fetching),
        mail: mailOut({ clock, mailer, settle, db, links, publicUrl: config.publicUrl }),
        chat_index: archiveOut({ db, clock, settle }),
        chat_accepted: toWebhooks,
        chat_assigned: toWebhooks,
        chat_updated: toWebhooks,
        chat_finished: toWebhooks,
        offline_message: toWebhooks,
        call_event: toWebhooks,
      },
      onAttempt(kind, { outcome, ms }) {
        metrics.attempted(kind, outcome, ms)
      },
      paused,
      alone: db.kind === 'embedded',
    })
    metrics.gauge('deskbell_deliveries_held', 'Deliveries in the hands of this process', () => worker.held)
    metrics.gauge('deskbell_pictures_waiting', 'Pictures that wait to be decoded', () => files.pictures.waiting)
    metrics.gauge('deskbell_commands_waiting', 'Commands that wait for a commit', () => commit.waiting)
    closers.push(
      () => commit.idle(),
      () => worker.close(() => sender.close()),
    )
    closers.push(
      channelTyping({
        chatEvents,
        clock,
        ids,
        directory,
        links,
        locate,
        post,
        onError: warn('typing could not be told'),
      }),
    )
    if (db.kind === 'server')
      closers.push(
        watchNewTables(db, clock, warn('young tables could not be looked at')),
        watchChats({
          db,
          clock,
          chatEvents,
          accounts: () => directory.accounts().map(({ id }) => id),
          onError: warn('looking for other processes’ commits failed'),
        }),
      )
    await worker.start()
    closers.push(
      watchTimers({ db, clock, commit, onError: warn('looking for chats in which something is due failed') }),
    )
    closers.push(
      watchWithdrawals({
        db,
        clock,
        directory,
        commit,
        onError: warn('customers of a removed bot could not be handed over'),
      }),
    )
    metrics.gauge(
      'deskbell_bots_failing',
      'Bots that are skipped because they fail',
      () =>
        directory
          .accounts()
          .flatMap(({ id }) => directory.bots(id))
          .filter(({ failing }) => failing).length,
    )
    const expire = makeExpire({ db, clock, ids, settle })
    const digest = makeVisitorDigest(keys)
    closers.push(
      chatEvents.listen({
        onErased({ account, channel, who, chats, whole }) {
          const gone = new Set(chats)
          recent.forget(account, gone)
          locate.forget(account, gone)
          const isWho = (key: string | null) => key !== null && digest(account, channel, key) === who
          worker.drop(
            (one) =>
              one.account === account &&
              (one.chat === null ? whole && one.channel === channel && isWho(one.recipient) : gone.has(one.chat)),
          )
        },
      }),
    )
    if (db.kind === 'server')
      closers.push(
        watchErasures({ db, clock, chatEvents, onError: warn('looking for other processes’ erasures failed') }),
      )
    const erasures = makeErasures({
      db,
      clock,
      ids,
      chatEvents,
      digest,
      onHeld: (held) => worker.take(held),
      removeFile: (id) => files.store.remove(id),
      onError: warn('an erasure could not go on; it is tried again'),
    })
    closers.push(() => erasures.close())
    const retain = makeRetain({
      db,
      erasures,
      onError: warn('what is not to be kept any longer could not be erased'),
      keeps: () => directory.accounts().map(({ id, settings }) => ({ account: id, days: settings.keepDays })),
    })
    closers.push(keepHouse({ db, clock, files, expire, retain, onError: warn('clearing out failed') }))
    return {
      config,
      clock,
      ids,
      log,
      db,
      writes,
      keys,
      guard,
      sender,
      settingsContext,
      directory,
      bus,
      chatEvents,
      presence,
      files,
      links,
      commit,
      erasures,
      locate,
      places,
      worker,
      post,
      botSandbox: makeBotSandbox({ sandboxRows, post: postToBot, clock, ids }),
      access: makeAccess({ keys, clock, directory }),
      sandboxRows,
      bodies,
      sendExample: makeSendExample({ db, clock, ids, directory, onHeld: (held) => worker.take(held) }),
      availability,
      metrics,
      welcome,
      close,
    }
  } catch (error) {
    await close().catch((fault: unknown) => log.error({ err: fault }, 'a desk that did not open did not close either'))
    throw error
  }
}

/** What the setup file says, or a small desk in an empty database. */
async function bringAbout(
  config: Config,
  settingsContext: SettingsContext,
  db: Db,
  log: Logger,
): Promise<string[] | undefined> {
  if (config.setupFile === undefined)
    return (await firstStart(settingsContext, db, config.publicUrl)) ?? laterStart(db, config.publicUrl)
  const outcome = await applySetup(settingsContext, db, await readSetupFile(config.setupFile))
  for (const warning of outcome.warnings) log.warn(warning)
  log.info({ changed: outcome.changed }, 'the setup file was brought about')
  return undefined
}

const hostOf = (url: string): string => new URL(url).host
