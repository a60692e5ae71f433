import { ConfirmBody, Me, SignInBody } from '../people.ts'
import { route } from './route.ts'

const tag = 'Sign-in'

/** Signing in and out. */
export const SESSION_ROUTES = {
  signIn: route({
    method: 'POST',
    path: '/session',
    tag,
    summary: 'Sign in',
    description: 'Sets the cookie `deskbell`. Programs should use an API token: `Authorization: Bearer …`.',
    may: 'open',
    body: SignInBody,
    answers: { 200: Me },
  }),
  confirmPassword: route({
    method: 'POST',
    path: '/session/confirm',
    tag,
    summary: 'Confirm the password',
    description:
      'The confirmation counts for 10 minutes in this session. Operations that give access to the account require it (`reauthenticate`).',
    may: 'signed-in',
    body: ConfirmBody,
    answers: { 204: null },
  }),
  signOut: route({
    method: 'DELETE',
    path: '/session',
    tag,
    summary: 'Sign out',
    may: 'signed-in',
    answers: { 204: null },
  }),
}
