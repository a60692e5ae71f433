import {
  Channel,
  ChannelChange,
  ChannelNotes,
  Channels,
  CheckBody,
  CheckResult,
  NewChannel,
  RevealedSecret,
} from '../channel.ts'
import { ChannelPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Channels'

/** The channels that visitors write from. */
export const CHANNEL_ROUTES = {
  listChannels: route({
    method: 'GET',
    path: '/channels',
    tag,
    summary: 'List channels',
    may: 'channel.see',
    answers: { 200: Channels },
  }),
  addChannel: route({
    method: 'POST',
    path: '/channels',
    tag,
    summary: 'Add a channel',
    description:
      'Owners and admins. The answer holds the channel address to hand to the integrator, or the line for web pages of a widget.',
    may: 'channel.create',
    body: NewChannel,
    answers: { 201: Channel },
  }),
  readChannel: route({
    method: 'GET',
    path: '/channels/:channel',
    tag,
    summary: 'Read a channel',
    may: 'channel.see',
    params: ChannelPath,
    answers: { 200: Channel },
  }),
  changeChannel: route({
    method: 'PATCH',
    path: '/channels/:channel',
    tag,
    summary: 'Change a channel',
    description:
      'What is left out stays as it is. A header whose value is the dots it is read back as keeps its value.',
    may: 'channel.change',
    params: ChannelPath,
    body: ChannelChange,
    answers: { 200: Channel },
  }),
  removeChannel: route({
    method: 'DELETE',
    path: '/channels/:channel',
    tag,
    summary: 'Remove a channel',
    description: 'Its address answers 404 from now on. Its chats and their history stay.',
    may: 'channel.remove',
    params: ChannelPath,
    answers: { 204: null },
  }),
  rotateAddress: route({
    method: 'POST',
    path: '/channels/:channel/rotate',
    tag,
    summary: 'Give a channel a new address',
    description: 'The one before works for 24 hours more.',
    may: 'channel.rotate',
    params: ChannelPath,
    answers: { 200: Channel },
  }),
  revealSecret: route({
    method: 'GET',
    path: '/channels/:channel/secret',
    tag,
    summary: 'Reveal the signing secret',
    may: 'channel.secrets',
    params: ChannelPath,
    answers: { 200: RevealedSecret },
  }),
  rotateSecret: route({
    method: 'POST',
    path: '/channels/:channel/secret/rotate',
    tag,
    summary: 'Give a channel a new signing secret',
    description: 'For 24 hours requests carry signatures of both.',
    may: 'channel.rotate',
    params: ChannelPath,
    answers: { 200: Channel },
  }),
  readNotes: route({
    method: 'GET',
    path: '/channels/:channel/notes',
    tag,
    summary: 'What was noticed about the integrator’s requests',
    may: 'channel.notes',
    params: ChannelPath,
    answers: { 200: ChannelNotes },
  }),
}

/** The check of a server URL, which only channels of the chat API have. */
export const CHANNEL_CHECK_ROUTES = {
  checkChannel: route({
    method: 'POST',
    path: '/channels/:channel/check',
    tag,
    summary: 'Check the server URL',
    description:
      'Sends a signed test request that shows customers nothing, a typing notification `typeout`, and says what was sent where, what came back, the likely cause, and which setting helps. It names the customer of the newest chat of this channel, or, when there is none or another host than that of the saved server URL is checked, the made-up customer `deskbell-check`. `serverUrl` checks an address before it is saved.',
    may: 'channel.check',
    params: ChannelPath,
    body: CheckBody,
    answers: { 200: CheckResult },
  }),
}
