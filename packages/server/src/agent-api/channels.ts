import type { Channel } from '@deskbell/protocol/agent/channel'
import { CHANNEL_ROUTES } from '@deskbell/protocol/agent/routes/channels'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import {
  changeChannel,
  createChannel,
  MASKED,
  removeChannel,
  rotateAddress,
  rotateSecret,
} from '../settings/channels.ts'
import type { ChannelRecord } from '../settings/directory.ts'
import { notFound } from '../settings/change.ts'
import { isAllowed, standingOf } from '../identity/permissions.ts'
import { checkServer } from './check.ts'
import type { AgentServices, Api } from './services.ts'
import { serve } from './serve.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import type { SignedIn } from './signed-in.ts'

/** The channels that visitors write from. */
export function channelRoutes(
  app: Api,
  services: Pick<
    AgentServices,
    'clock' | 'config' | 'db' | 'directory' | 'ids' | 'isAvailable' | 'post' | 'settingsContext'
  >,
): void {
  const { db, directory, settingsContext } = services

  function find({ account }: SignedIn, id: number): ChannelRecord {
    const channel = directory.channel(account, id)
    if (!channel) throw notFound('channel')
    return channel
  }
  const shown = (who: SignedIn, id: number) => toChannel(services, find(who, id), who)

  /** Makes a change of a channel, and shows the channel as it is then. */
  async function change(who: SignedIn, id: number, make: (tx: Tx) => Promise<void>): Promise<Channel> {
    find(who, id)
    await changeAndRefresh(services, who.account, make)
    return shown(who, id)
  }

  serve(app, CHANNEL_ROUTES, {
    listChannels: ({ who }) => ({
      channels: directory.channels(who.account).map((channel) => toChannel(services, channel, who)),
    }),
    async addChannel({ who, body }) {
      const id = await changeAndRefresh(services, who.account, (tx) =>
        createChannel(settingsContext, { tx, account: who.account }, body),
      )
      return shown(who, id)
    },
    readChannel: ({ who, params }) => shown(who, params.channel),
    changeChannel: ({ who, params: { channel }, body }) =>
      change(who, channel, (tx) => changeChannel(settingsContext, { tx, account: who.account }, channel, body)),
    async removeChannel({ who, params }) {
      const { id } = find(who, params.channel)
      await changeAndRefresh(services, who.account, (tx) => removeChannel(settingsContext, tx, who.account, id))
    },
    rotateAddress: ({ who, params: { channel } }) =>
      change(who, channel, (tx) => rotateAddress(settingsContext, { tx, account: who.account }, channel)),
    revealSecret({ who, params }) {
      const [secret = ''] = find(who, params.channel).secrets
      return { secret }
    },
    rotateSecret: ({ who, params: { channel } }) =>
      change(who, channel, (tx) => rotateSecret(settingsContext, { tx, account: who.account }, channel)),
    checkChannel({ who, params, body }) {
      const channel = find(who, params.channel)
      return checkServer(services, channel, body.serverUrl ?? channel.serverUrl)
    },
    async readNotes({ who, params }) {
      const { id } = find(who, params.channel)
      const notes = await db.asAccount(who.account, (tx) =>
        tx.run(
          k
            .selectFrom('channel_note')
            .select(['at', 'code', 'text', 'count'])
            .where('account_id', '=', who.account)
            .where('channel_id', '=', id)
            .orderBy('at', 'desc')
            .orderBy('code')
            .orderBy('text'),
        ),
      )
      return { notes }
    },
  })
}

/** A channel as somebody sees it: its address and secret are for those who may know them (T23). */
function toChannel(
  { config, clock, isAvailable }: Pick<AgentServices, 'clock' | 'config' | 'isAvailable'>,
  channel: ChannelRecord,
  { agent }: SignedIn,
): Channel {
  const mayKnow = isAllowed(standingOf(agent), 'channel.secrets')
  let address: string | null = `${config.publicUrl}/${channel.random}/${channel.publicId}`
  let secret: string | null = mask(channel.secrets[0] ?? '')
  let { serverUrl, header } = channel
  const isWidget = channel.kind === 'widget'
  if (isWidget) address = secret = null
  if (!mayKnow) address = secret = serverUrl = header = null // guard T23
  const { previousRandomUntil, previousSecretUntil } = channel
  const now = clock.now()
  return {
    id: channel.id,
    kind: channel.kind,
    publicId: channel.publicId,
    name: channel.name,
    serverUrl,
    chunked: channel.chunked,
    agents: [...channel.agents],
    enabled: channel.enabled,
    anySuccess: channel.anySuccess,
    strictMedia: channel.strictMedia,
    uniqueMessageIds: channel.uniqueMessageIds,
    botCountsAsOnline: channel.botCountsAsOnline,
    workingHours: channel.workingHours,
    widget: channel.widget,
    embed: isWidget ? `<script src="${config.publicUrl}/widget/${channel.publicId}" async></script>` : null,
    filesUrl: isWidget ? config.filesUrl : null,
    header: header && { name: header.name, value: MASKED },
    status: isAvailable(channel) ? 1 : 0,
    address,
    previousAddressUntil: previousRandomUntil !== null && previousRandomUntil > now ? previousRandomUntil : null,
    secret,
    previousSecretUntil: previousSecretUntil !== null && previousSecretUntil > now ? previousSecretUntil : null,
    createdAt: channel.createdAt,
  }
}

const mask = (secret: string): string => `${'•'.repeat(8)}${secret.slice(-4)}`
