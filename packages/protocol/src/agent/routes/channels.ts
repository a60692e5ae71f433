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
      'Owners and admins. The answer contains the channel address for the integrator, or, for a widget, the HTML line for web pages.',
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
      'Fields that are left out stay unchanged. A header keeps its value if the request contains the masked value that is read.',
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
    description: 'The old address works for 24 more hours.',
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
    description: 'For 24 hours, requests have signatures with the old and the new secret.',
    may: 'channel.rotate',
    params: ChannelPath,
    answers: { 200: Channel },
  }),
  readNotes: route({
    method: 'GET',
    path: '/channels/:channel/notes',
    tag,
    summary: 'List notes about the integrator’s requests',
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
      'Sends a signed test request, the typing notification `typeout`, which visitors do not see. The answer has the request, the answer of the server, the likely cause of a problem, and the setting that solves it. The request is for the visitor of the newest chat of this channel. If there is none, or if the host differs from that of the saved server URL, it is for the invented visitor `deskbell-check`. `serverUrl` checks an address before it is saved.',
    may: 'channel.check',
    params: ChannelPath,
    body: CheckBody,
    answers: { 200: CheckResult },
  }),
}
