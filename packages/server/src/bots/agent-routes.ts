import type { Bot, Sandbox } from '@deskbell/protocol/agent/bot'
import { BOT_ROUTES } from '@deskbell/protocol/agent/routes/bots'
import { BOT_SECRET_MIN } from '@deskbell/protocol/limits'
import { changeBot, createBot, maskToken, removeBot } from '../settings/bots.ts'
import { MASKED } from '../settings/channels.ts'
import { readContacts, toContact, type Contacts } from '../settings/bot-contact.ts'
import type { BotRecord } from '../settings/directory.ts'
import { notFound } from '../settings/change.ts'
import type { Api } from '../agent-api/add-routes.ts'
import type { Services } from '../services.ts'
import type { BotSandbox } from './sandbox.ts'
import { serve } from '../agent-api/serve.ts'
import { changeAndRefresh } from '../agent-api/change-and-refresh.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'

type Needs = Pick<Services, 'config' | 'db' | 'directory' | 'settingsContext'> & { readonly sandbox: BotSandbox }

/** Routes of the agent API: the bots of the account, and their sandboxes. */
export function botAgentRoutes(app: Api, services: Needs): void {
  const { db, directory, settingsContext, sandbox } = services
  const contactsOf = (account: number) => db.asAccount(account, (tx) => readContacts(tx, account))

  function find({ account }: SignedIn, id: number): BotRecord {
    const bot = directory.bot(account, id)
    if (!bot) throw notFound('bot')
    return bot
  }
  async function shown(who: SignedIn, id: number): Promise<Bot> {
    return toBot(services, find(who, id), await contactsOf(who.account))
  }

  serve(app, BOT_ROUTES, {
    async listBots({ who: { account } }) {
      const contacts = await contactsOf(account)
      return { bots: directory.bots(account).map((bot) => toBot(services, bot, contacts)) }
    },
    async attachBot({ who, body }) {
      const id = await changeAndRefresh(services, who.account, (tx) =>
        createBot(settingsContext, tx, who.account, body),
      )
      return shown(who, id)
    },
    readBot: ({ who, params }) => shown(who, params.bot),
    async changeBot({ who, params, body }) {
      const { id } = find(who, params.bot)
      await changeAndRefresh(services, who.account, (tx) =>
        changeBot(settingsContext, { tx, account: who.account }, id, body),
      )
      return shown(who, id)
    },
    async removeBot({ who, params }) {
      const { id } = find(who, params.bot)
      await changeAndRefresh(services, who.account, (tx) => removeBot(settingsContext, tx, who.account, id))
    },
    beginSandbox: ({ who, params }) => sandbox.begin(find(who, params.bot)),
    readSandbox: async ({ who, params }) => must(await sandbox.read(find(who, params.bot), params.sandbox)),
    playStep: async ({ who, params, body }) => must(await sandbox.step(find(who, params.bot), params.sandbox, body)),
  })
}

function must(read: Sandbox | undefined): Sandbox {
  if (!read) throw notFound('sandbox')
  return read
}

/** A bot as owners and admins see it: with masked secrets (T23). */
function toBot({ config }: Pick<Services, 'config'>, bot: BotRecord, contacts: Contacts): Bot {
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
    answersFirst: bot.answersFirst,
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

/** The secrets that are shorter than the minimum, because they were stored before it existed. */
function shortSecretsOf({ token, authorization }: BotRecord): Bot['shortSecrets'] {
  const isShort = (secret: string | undefined) => secret !== undefined && secret.length < BOT_SECRET_MIN
  return [
    ...(isShort(token) ? (['token'] as const) : []),
    ...(isShort(authorization?.secret) ? (['secret'] as const) : []),
  ]
}
