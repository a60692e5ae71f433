import { ApiTokens, MadeApiToken, Me, NewApiToken, PasswordBody, PresenceBody, ProfileBody } from '../people.ts'
import { TokenPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Me'

/** What agents set of themselves. */
export const ME_ROUTES = {
  readMe: route({
    method: 'GET',
    path: '/me',
    tag,
    summary: 'Who is signed in',
    may: 'signed-in',
    answers: { 200: Me },
  }),
  changeMe: route({
    method: 'PATCH',
    path: '/me',
    tag,
    summary: 'Change the own name',
    may: 'self.change',
    body: ProfileBody,
    answers: { 200: Me },
  }),
  setPresence: route({
    method: 'PUT',
    path: '/me/presence',
    tag,
    summary: 'Turn the switch: online or away',
    description: 'An agent is online while the switch is and a socket is connected; the channel status goes by that.',
    may: 'self.change',
    body: PresenceBody,
    answers: { 200: Me },
  }),
  changePassword: route({
    method: 'PUT',
    path: '/me/password',
    tag,
    summary: 'Change the own password',
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
    summary: 'Set the own picture',
    may: 'self.change',
    form: { file: true },
    answers: { 200: Me },
  }),
  removePhoto: route({
    method: 'DELETE',
    path: '/me/photo',
    tag,
    summary: 'Remove the own picture',
    may: 'self.change',
    answers: { 200: Me },
  }),
  listTokens: route({
    method: 'GET',
    path: '/me/tokens',
    tag,
    summary: 'List the own API tokens',
    may: 'signed-in',
    answers: { 200: ApiTokens },
  }),
  makeToken: route({
    method: 'POST',
    path: '/me/tokens',
    tag,
    summary: 'Make an API token',
    description:
      'It may do what the agent may do. It is shown in this answer and never again. Needs a sign-in or a confirmed password within the last 10 minutes (`reauthenticate`); an API token cannot make another (`session_required`).',
    may: 'self.change',
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
