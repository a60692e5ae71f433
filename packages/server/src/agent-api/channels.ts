import {
  Channel,
  ChannelChange,
  ChannelNotes,
  Channels,
  CheckBody,
  CheckResult,
  NewChannel,
  RevealedSecret,
} from '@deskbell/protocol/agent/channel'
import { sqlBuilder as k } from '../db/builder.ts'
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
import { allow, isAllowed, standingOf, type Action } from '../identity/permissions.ts'
import { checkServer } from './check.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { ChannelPath, Nothing } from './shapes.ts'
import type { SignedIn } from './signed-in.ts'

/** The channels that visitors write from. */
export function channelRoutes(app: Api, services: AgentServices): void {
  const { db, directory, settingsContext } = services

  /** The channel that somebody may do this with. */
  function find({ account, agent }: SignedIn, id: number, action: Action): ChannelRecord {
    const channel = directory.channel(account, id)
    // An agent hears that their role does not allow it, whether the channel is there or not (T17).
    allow(agent, action)
    if (!channel) throw notFound('channel')
    return channel
  }

  const shown = (who: SignedIn, id: number) => toChannel(services, find(who, id, 'channel.see'), who)

  app.get(
    '/channels',
    { schema: { tags: ['Channels'], summary: 'List channels', response: { 200: Channels } } },
    async (request) => {
      const who = whoAsks(request)
      return { channels: directory.channels(who.account).map((channel) => toChannel(services, channel, who)) }
    },
  )

  app.post(
    '/channels',
    {
      schema: {
        tags: ['Channels'],
        summary: 'Add a channel',
        description:
          'Owners and admins. The answer holds the channel address to hand to the integrator, or the line for web pages of a widget.',
        body: NewChannel,
        response: { 201: Channel },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      allow(who.agent, 'channel.create')
      const id = await changeAndRefresh(services, who.account, (tx) =>
        createChannel(settingsContext, tx, who.account, request.body),
      )
      return reply.code(201).send(shown(who, id))
    },
  )

  app.get(
    '/channels/:channel',
    { schema: { tags: ['Channels'], summary: 'Read a channel', params: ChannelPath, response: { 200: Channel } } },
    async (request) => shown(whoAsks(request), request.params.channel),
  )

  app.patch(
    '/channels/:channel',
    {
      schema: {
        tags: ['Channels'],
        summary: 'Change a channel',
        description:
          'What is left out stays as it is. A header whose value is the dots it is read back as keeps its value.',
        params: ChannelPath,
        body: ChannelChange,
        response: { 200: Channel },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.channel, 'channel.change')
      await changeAndRefresh(services, who.account, (tx) =>
        changeChannel(settingsContext, tx, who.account, id, request.body),
      )
      return shown(who, id)
    },
  )

  app.delete(
    '/channels/:channel',
    {
      schema: {
        tags: ['Channels'],
        summary: 'Remove a channel',
        description: 'Its address answers 404 from now on. Its chats and their history stay.',
        params: ChannelPath,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.channel, 'channel.remove')
      await changeAndRefresh(services, who.account, (tx) => removeChannel(settingsContext, tx, who.account, id))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/channels/:channel/rotate',
    {
      schema: {
        tags: ['Channels'],
        summary: 'Give a channel a new address',
        description: 'The one before works for 24 hours more.',
        params: ChannelPath,
        response: { 200: Channel },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.channel, 'channel.rotate')
      await changeAndRefresh(services, who.account, (tx) => rotateAddress(settingsContext, tx, who.account, id))
      return shown(who, id)
    },
  )

  app.get(
    '/channels/:channel/secret',
    {
      schema: {
        tags: ['Channels'],
        summary: 'Reveal the signing secret',
        params: ChannelPath,
        response: { 200: RevealedSecret },
      },
    },
    async (request, reply) => {
      const [secret = ''] = find(whoAsks(request), request.params.channel, 'channel.secrets').secrets
      return reply.header('cache-control', 'no-store').send({ secret })
    },
  )

  app.post(
    '/channels/:channel/secret/rotate',
    {
      schema: {
        tags: ['Channels'],
        summary: 'Give a channel a new signing secret',
        description: 'For 24 hours requests carry signatures of both.',
        params: ChannelPath,
        response: { 200: Channel },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.channel, 'channel.rotate')
      await changeAndRefresh(services, who.account, (tx) => rotateSecret(settingsContext, tx, who.account, id))
      return shown(who, id)
    },
  )

  app.post(
    '/channels/:channel/check',
    {
      schema: {
        tags: ['Channels'],
        summary: 'Check the server URL',
        description:
          'Sends a signed test request that shows customers nothing, a typing notification `typeout`, and says what was sent where, what came back, the likely cause, and which setting helps. It names the customer of the newest chat of this channel, or, when there is none or another host than that of the saved server URL is checked, the made-up customer `deskbell-check`. `serverUrl` checks an address before it is saved.',
        params: ChannelPath,
        body: CheckBody,
        response: { 200: CheckResult },
      },
    },
    async (request) => {
      const channel = find(whoAsks(request), request.params.channel, 'channel.check')
      return checkServer(services, channel, request.body.serverUrl ?? channel.serverUrl)
    },
  )

  app.get(
    '/channels/:channel/notes',
    {
      schema: {
        tags: ['Channels'],
        summary: 'What was noticed about the integrator’s requests',
        params: ChannelPath,
        response: { 200: ChannelNotes },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const { id } = find(who, request.params.channel, 'channel.notes')
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
  )
}

/** A channel as somebody sees it: its address and secret are for those who may know them (T23). */
function toChannel(
  { config, clock, isAvailable }: AgentServices,
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
