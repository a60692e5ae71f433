import { Call, CallRecording, CallsPage, CallsQuery, CallTrouble, HoldCall, InviteToCall, LeaveCall } from '../call.ts'
import { CallSettings, CallSettingsChange } from '../call-settings.ts'
import { TrunkBody, TrunkStatus } from '../call-trunk.ts'
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

export const CALL_SETTINGS_ROUTES = {
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
}
