import {
  Call,
  CallRecording,
  CallsPage,
  CallsQuery,
  CallTrouble,
  ForwardCall,
  HoldCall,
  InviteToCall,
  LeaveCall,
  PlaceCall,
} from '../call.ts'
import { CallSettings, CallSettingsChange, OwnCalls, OwnCallsChange } from '../call-settings.ts'
import { TrunkTest, TrunkTestBody, TrunkTestFound } from '../call-test.ts'
import { CallProviderBody, CallProviderStatus } from '../call-provider.ts'
import { TrunkBody, TrunkStatus } from '../call-trunk.ts'
import { OnceHeaders } from './once.ts'
import { CallPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Calls'

const onCall = (path: string, summary: string, description?: string) =>
  ({
    method: 'POST',
    path: `/calls/:call/${path}`,
    tag,
    summary,
    ...(description !== undefined && { description }),
    may: 'chat.accept',
    params: CallPath,
    answers: { 200: Call },
  }) as const

/** Calls between visitors and agents. An agent sees the calls of the visitors of their channels, and those that ring at them. */
export const CALL_ROUTES = {
  listCalls: route({
    method: 'GET',
    path: '/calls',
    tag,
    summary: 'List calls',
    description: 'Newest first. `live`: those that are not over.',
    may: 'chat.see',
    query: CallsQuery,
    answers: { 200: CallsPage },
  }),
  readCall: route({
    method: 'GET',
    path: '/calls/:call',
    tag,
    summary: 'Read a call',
    may: 'chat.see',
    params: CallPath,
    answers: { 200: Call },
  }),
  readRecording: route({
    method: 'GET',
    path: '/calls/:call/recording',
    tag,
    summary: 'Read the address of a recording',
    may: 'chat.see',
    params: CallPath,
    answers: { 200: CallRecording },
  }),
  acceptCall: route(
    onCall(
      'accept',
      'Accept a call',
      'That rings at you, or into which a colleague asks you. The first to accept has it.',
    ),
  ),
  declineCall: route(onCall('decline', 'Decline a call', 'It rings at the next agent.')),
  hangUp: route({
    ...onCall('hang-up', 'Hang up', 'Ends the call for all, unless `others` keeps it for your colleagues in it.'),
    body: LeaveCall,
  }),
  holdCall: route({ ...onCall('hold', 'Put a call on hold, or go on'), body: HoldCall }),
  inviteToCall: route({
    ...onCall('invite', 'Ask a colleague into a call', 'To hand it over to them, or to talk together.'),
    body: InviteToCall,
  }),
  uninviteFromCall: route(onCall('uninvite', 'Take back what a colleague was asked')),
  reportCallTrouble: route({
    ...onCall(
      'trouble',
      'Report that a page cannot go on',
      'What the page of an agent who talks in the call found out.',
    ),
    body: CallTrouble,
  }),
  markCallHandled: route(
    onCall('handled', 'Take a call out of the missed ones', 'An agent has seen it, and it needs no call back.'),
  ),
}

/** Calls of agents to telephones. */
export const OUTGOING_CALL_ROUTES = {
  forwardCall: route({
    ...onCall(
      'forward',
      'Hand a call over to a telephone outside',
      'It rings while you go on talking, and has the call when it answers. Where it does not answer, the call stays yours. `uninvite` takes it back. The countries and kinds of numbers of the account hold.',
    ),
    body: ForwardCall,
  }),
  placeCall: route({
    method: 'POST',
    path: '/calls',
    tag,
    summary: 'Call a contact',
    description:
      'Calls the telephone of a contact. You are connected from the start: your page then sends the signal `offer` to `visitor`, and the telephone rings. The rules of the account hold: countries, kinds of numbers, calls to one number in 24 hours.',
    may: 'chat.accept',
    headers: OnceHeaders,
    body: PlaceCall,
    answers: { 201: Call },
  }),
}

export const CALL_SETTINGS_ROUTES = {
  readOwnCalls: route({
    method: 'GET',
    path: '/me/calls',
    tag,
    summary: 'Read where calls ring at you',
    may: 'signed-in',
    answers: { 200: OwnCalls },
  }),
  setOwnCalls: route({
    method: 'PUT',
    path: '/me/calls',
    tag,
    summary: 'Set where calls ring at you',
    description:
      'At your own telephone you answer and press 1. Its number is that of your profile: with its country, or an extension of the exchange.',
    may: 'self.change',
    body: OwnCallsChange,
    answers: { 200: OwnCalls },
  }),
  readCallSettings: route({
    method: 'GET',
    path: '/call-settings',
    tag,
    summary: 'Read the settings of calls',
    may: 'settings.see',
    answers: { 200: CallSettings },
  }),
  changeCallSettings: route({
    method: 'PATCH',
    path: '/call-settings',
    tag,
    summary: 'Change the settings of calls',
    description: 'Fields that are left out stay unchanged.',
    may: 'settings.change',
    body: CallSettingsChange,
    answers: { 200: CallSettings },
  }),
  readTrunk: route({
    method: 'GET',
    path: '/call-trunk',
    tag,
    summary: 'Read the trunk of calls, and whether it works',
    may: 'settings.change',
    answers: { 200: TrunkStatus },
  }),
  setTrunk: route({
    method: 'PUT',
    path: '/call-trunk',
    tag,
    summary: 'Set the trunk over which calls go to telephones',
    description: 'A password that is left out stays as it is. The server connects at once; `state` says how far it is.',
    may: 'settings.change',
    body: TrunkBody,
    answers: { 200: TrunkStatus },
  }),
  removeTrunk: route({
    method: 'DELETE',
    path: '/call-trunk',
    tag,
    summary: 'Remove the trunk',
    may: 'settings.change',
    answers: { 204: null },
  }),
  readCallProvider: route({
    method: 'GET',
    path: '/call-provider',
    tag,
    summary: 'Read the hosted provider of calls, and what it answered last',
    may: 'settings.change',
    answers: { 200: CallProviderStatus },
  }),
  setCallProvider: route({
    method: 'PUT',
    path: '/call-provider',
    tag,
    summary: 'Set the hosted provider over which calls go between telephones',
    description:
      "One that speaks Twilio's REST interface. It rings at agents' own telephones alone, not in browsers. A token that is left out stays as it is. The server asks the provider at once; `state` says what it answered. An account has a trunk or a provider.",
    may: 'settings.change',
    body: CallProviderBody,
    answers: { 200: CallProviderStatus },
  }),
  removeCallProvider: route({
    method: 'DELETE',
    path: '/call-provider',
    tag,
    summary: 'Remove the hosted provider',
    may: 'settings.change',
    answers: { 204: null },
  }),
}

export const TRUNK_TEST_ROUTES = {
  testTrunk: route({
    method: 'POST',
    path: '/call-trunk/test',
    tag,
    summary: 'Call a telephone over the trunk to test it',
    description:
      'A real call, which may cost what a call costs. Who answers hears a melody, and presses a key or hangs up. It ends by itself within a minute. An account has one at a time.',
    may: 'settings.change',
    body: TrunkTestBody,
    answers: { 200: TrunkTest },
  }),
  readTrunkTest: route({
    method: 'GET',
    path: '/call-trunk/test',
    tag,
    summary: 'Read the newest test of the trunk, while it runs and after',
    may: 'settings.change',
    answers: { 200: TrunkTestFound },
  }),
  stopTrunkTest: route({
    method: 'DELETE',
    path: '/call-trunk/test',
    tag,
    summary: 'End the test of the trunk',
    description: 'The telephone is hung up within seconds.',
    may: 'settings.change',
    answers: { 204: null },
  }),
}
