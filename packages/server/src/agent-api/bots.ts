import { Bot, BotChange, Bots, NewBot, Sandbox, SandboxStep } from '@deskbell/protocol/agent/bot'
import { BOT_SECRET_MIN } from '@deskbell/protocol/limits'
import { changeBot, createBot, maskToken, removeBot } from '../settings/bots.ts'
import { MASKED } from '../settings/channels.ts'
import { readContacts, toContact, type Contacts } from '../settings/bot-contact.ts'
import type { BotRecord } from '../settings/directory.ts'
import { notFound } from '../settings/change.ts'
import { allow, type Action } from '../identity/permissions.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { BotPath, Nothing, TrialPath } from './shapes.ts'
import type { SignedIn } from './signed-in.ts'

const tags = ['Bots']

/** The bots that answer first, and the trying of them. */
export function botRoutes(app: Api, services: AgentServices): void {
  const { db, directory, settingsContext, botSandbox } = services
  const contactsOf = (account: number) => db.asAccount(account, (tx) => readContacts(tx, account))

  function find({ account, agent }: SignedIn, id: number, action: Action): BotRecord {
    // An agent hears that their role does not allow it, whether the bot is there or not (T17).
    allow(agent, action)
    const bot = directory.bot(account, id)
    if (!bot) throw notFound('bot')
    return bot
  }
  async function shown(who: SignedIn, id: number): Promise<Bot> {
    const bot = find(who, id, 'bot.see')
    return toBot(services, bot, await contactsOf(who.account))
  }

  app.get('/bots', { schema: { tags, summary: 'List bots', response: { 200: Bots } } }, async (request) => {
    const { account, agent } = whoAsks(request)
    allow(agent, 'bot.see')
    const contacts = await contactsOf(account)
    return { bots: directory.bots(account).map((bot) => toBot(services, bot, contacts)) }
  })

  app.post(
    '/bots',
    {
      schema: {
        tags,
        summary: 'Attach a bot',
        description: 'Owners and admins. Chats that begin on its channels go to it first.',
        body: NewBot,
        response: { 201: Bot },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      allow(who.agent, 'bot.create')
      const id = await changeAndRefresh(services, who.account, (tx) =>
        createBot(settingsContext, tx, who.account, request.body),
      )
      return reply.code(201).send(await shown(who, id))
    },
  )

  app.get(
    '/bots/:bot',
    { schema: { tags, summary: 'Read a bot', params: BotPath, response: { 200: Bot } } },
    async (request) => shown(whoAsks(request), request.params.bot),
  )

  app.patch(
    '/bots/:bot',
    {
      schema: {
        tags,
        summary: 'Change a bot',
        description:
          'What is left out stays as it is. A token or a secret that is written as the dots it is read back as keeps its value. `authorization` null switches it off.',
        params: BotPath,
        body: BotChange,
        response: { 200: Bot },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.bot, 'bot.change')
      await changeAndRefresh(services, who.account, (tx) =>
        changeBot(settingsContext, tx, who.account, id, request.body),
      )
      return shown(who, id)
    },
  )

  app.delete(
    '/bots/:bot',
    {
      schema: {
        tags,
        summary: 'Remove a bot',
        description:
          'Its token is refused from now on. Customers who wait for its answer go to people at once, the others when they write.',
        params: BotPath,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.bot, 'bot.remove')
      await changeAndRefresh(services, who.account, (tx) => removeBot(settingsContext, tx, who.account, id))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/bots/:bot/trials',
    {
      schema: {
        tags,
        summary: 'Begin a trial',
        description: 'A conversation that is played against the provider. No customer and no chat has a part in it.',
        params: BotPath,
        response: { 201: Sandbox },
      },
    },
    async (request, reply) => {
      const bot = find(whoAsks(request), request.params.bot, 'bot.try')
      return reply.code(201).send(await botSandbox.begin(bot))
    },
  )

  app.get(
    '/bots/:bot/trials/:trial',
    {
      schema: {
        tags,
        summary: 'Read a trial',
        description: 'Every request and answer so far. What the provider says comes when it comes: ask again.',
        params: TrialPath,
        response: { 200: Sandbox },
      },
    },
    async (request) => {
      const bot = find(whoAsks(request), request.params.bot, 'bot.try')
      return must(await botSandbox.read(bot, request.params.trial))
    },
  )

  app.post(
    '/bots/:bot/trials/:trial',
    {
      schema: {
        tags,
        summary: 'Play the next step',
        description: 'Sends one event to the provider, once, and answers with the trial when its answer is there.',
        params: TrialPath,
        body: SandboxStep,
        response: { 200: Sandbox },
      },
    },
    async (request) => {
      const bot = find(whoAsks(request), request.params.bot, 'bot.try')
      return must(await botSandbox.step(bot, request.params.trial, request.body))
    },
  )
}

function must(trial: Sandbox | undefined): Sandbox {
  if (!trial) throw notFound('trial')
  return trial
}

/** A bot as owners and admins see it: its secrets as dots (T23). */
function toBot({ config }: Pick<AgentServices, 'config'>, bot: BotRecord, contacts: Contacts): Bot {
  const { authorization, failing } = bot
  const base = `${config.publicUrl}/bot`
  const token = maskToken(bot.token)
  const secret = MASKED
  return {
    id: bot.id,
    name: bot.name,
    providerId: bot.providerId,
    providerUrl: bot.providerUrl,
    token,
    channels: [...bot.channels],
    enabled: bot.enabled,
    attempts: bot.attempts,
    silenceLimit: bot.silenceLimit,
    answerInBody: bot.answerInBody,
    nativeMedia: bot.nativeMedia,
    extraFields: bot.extraFields,
    authorization: authorization && {
      tokenUrl: authorization.tokenUrl,
      clientId: authorization.clientId,
      secret,
      inBody: authorization.inBody,
    },
    address: `${base}/${authorization ? 'providers' : 'webhooks'}/${bot.providerId}/${token}`,
    tokenAddress: authorization && `${base}/oauth/token`,
    shortSecrets: shortSecretsOf(bot),
    failing: failing && { since: failing.since, reason: failing.reason, probeAt: failing.probeAt },
    contact: toContact(contacts.get(bot.id), failing),
    createdAt: bot.createdAt,
  }
}

/** Those that were set before a least length was asked for. */
function shortSecretsOf({ token, authorization }: BotRecord): Bot['shortSecrets'] {
  const isShort = (secret: string | undefined) => secret !== undefined && secret.length < BOT_SECRET_MIN
  return [
    ...(isShort(token) ? (['token'] as const) : []),
    ...(isShort(authorization?.secret) ? (['secret'] as const) : []),
  ]
}
