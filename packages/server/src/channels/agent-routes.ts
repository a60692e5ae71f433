import type { Channel } from '@deskbell/protocol/agent/channel'
import { capabilitiesOf, CHANNEL_KINDS, DEFAULT_KIND, NO_OWN_SETTINGS } from '@deskbell/protocol/agent/channel-kinds'
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
import type { Api } from '../agent-api/add-routes.ts'
import type { Services } from '../services.ts'
import type { Connector } from './connector.ts'
import { serve } from '../agent-api/serve.ts'
import { changeAndRefresh } from '../agent-api/change-and-refresh.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'

type Needs = Pick<Services, 'availability' | 'clock' | 'config' | 'db' | 'directory' | 'settingsContext'> & {
  readonly connectorOf: (kind: string) => Connector | undefined
}

/** Routes of the agent API: the channels that visitors write from. */
export function channelAgentRoutes(app: Api, services: Needs): void {
  const { db, directory, settingsContext, connectorOf } = services

  function find({ account }: SignedIn, id: number): ChannelRecord {
    const channel = directory.channel(account, id)
    if (!channel) throw notFound('channel')
    return channel
  }
  const shown = (who: SignedIn, id: number) => toChannel(services, find(who, id), who)

  /** Changes a channel and returns its new state. */
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
      const { account } = who
      const learned = await connectorOf(body.kind ?? DEFAULT_KIND)?.checkSettings?.({ account, change: body })
      const id = await changeAndRefresh(services, account, (tx) =>
        createChannel(settingsContext, { tx, account }, body, { ...(learned && { learned }) }),
      )
      return shown(who, id)
    },
    readChannel: ({ who, params }) => shown(who, params.channel),
    async changeChannel({ who, params, body }) {
      const { account } = who
      const channel = find(who, params.channel)
      const learned = await connectorOf(channel.kind)?.checkSettings?.({ account, channel: channel.id, change: body })
      return change(who, channel.id, (tx) =>
        changeChannel(settingsContext, { tx, account }, channel.id, { ...body, ...(learned && { learned }) }),
      )
    },
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

/** A channel as an agent sees it. Only agents who may know the address and the secret get them (T23). */
function toChannel(
  { config, clock, availability, connectorOf }: Pick<Needs, 'availability' | 'clock' | 'config' | 'connectorOf'>,
  channel: ChannelRecord,
  { agent }: SignedIn,
): Channel {
  const mayKnow = isAllowed(standingOf(agent), 'channel.secrets')
  let address: string | null = `${config.publicUrl}/${channel.random}/${channel.publicId}`
  let secret: string | null = mask(channel.secrets[0] ?? '')
  let { serverUrl, header } = channel
  const { own } = CHANNEL_KINDS[channel.kind]
  const { postsToServer } = capabilitiesOf(channel.kind)
  if (!postsToServer) address = secret = null
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
    verifiedContacts: channel.verifiedContacts,
    botCountsAsOnline: channel.botCountsAsOnline,
    workingHours: channel.workingHours,
    widget: channel.widget,
    ...NO_OWN_SETTINGS,
    ...(own && { [own.name]: channel.own }),
    ...(connectorOf(channel.kind)?.shown?.(channel) ?? { embed: null, filesUrl: null }),
    header: header && { name: header.name, value: MASKED },
    status: availability.status(channel) ? 1 : 0,
    address,
    previousAddressUntil: previousRandomUntil !== null && previousRandomUntil > now ? previousRandomUntil : null,
    secret,
    previousSecretUntil: previousSecretUntil !== null && previousSecretUntil > now ? previousSecretUntil : null,
    createdAt: channel.createdAt,
  }
}

const mask = (secret: string): string => `${'•'.repeat(8)}${secret.slice(-4)}`
