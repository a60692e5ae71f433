import { ApiTokens, MadeApiToken, Me, NewApiToken, PasswordBody, PresenceBody, ProfileBody } from '../people.ts'
import { TokenPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Me'

/** Settings that agents make for themselves. */
export const ME_ROUTES = {
  readMe: route({
    method: 'GET',
    path: '/me',
    tag,
    summary: 'Read the signed-in agent',
    may: 'signed-in',
    answers: { 200: Me },
  }),
  changeMe: route({
    method: 'PATCH',
    path: '/me',
    tag,
    summary: 'Change your name, phone number or language',
    may: 'self.change',
    body: ProfileBody,
    answers: { 200: Me },
  }),
  setPresence: route({
    method: 'PUT',
    path: '/me/presence',
    tag,
    summary: 'Set your status: online or away',
    description:
      'An agent is online while this status is `online` and a socket of the agent is connected. The status of a channel depends on whether its agents are online.',
    may: 'self.change',
    body: PresenceBody,
    answers: { 200: Me },
  }),
  changePassword: route({
    method: 'PUT',
    path: '/me/password',
    tag,
    summary: 'Change your password',
    description:
      'All other sessions of the agent end, and all API tokens unless `keepTokens` is true. Sockets that they opened close within 2 seconds.',
    may: 'self.change',
    body: PasswordBody,
    answers: { 204: null },
  }),
  setPhoto: route({
    method: 'PUT',
    path: '/me/photo',
    tag,
    summary: 'Set your picture',
    may: 'self.change',
    form: { file: true },
    answers: { 200: Me },
  }),
  removePhoto: route({
    method: 'DELETE',
    path: '/me/photo',
    tag,
    summary: 'Remove your picture',
    may: 'self.change',
    answers: { 200: Me },
  }),
  listTokens: route({
    method: 'GET',
    path: '/me/tokens',
    tag,
    summary: 'List your API tokens',
    may: 'signed-in',
    answers: { 200: ApiTokens },
  }),
  makeToken: route({
    method: 'POST',
    path: '/me/tokens',
    tag,
    summary: 'Create an API token',
    description:
      'The token has the permissions of the agent. It is shown only in this answer. Needs a sign-in or a confirmed password within the last 10 minutes (`reauthenticate`); an API token cannot create another (`session_required`).',
    may: 'self.change',
    password: 'always',
    body: NewApiToken,
    answers: { 201: MadeApiToken },
  }),
  endToken: route({
    method: 'DELETE',
    path: '/me/tokens/:token',
    tag,
    summary: 'End an API token',
    may: 'self.change',
    params: TokenPath,
    answers: { 204: null },
  }),
}
