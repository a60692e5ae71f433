import { ForgottenAnswer, ForgottenBody, LinkBody, MadeLink, ResetBody, ResetOpened } from '../invitation.ts'
import { Me } from '../people.ts'
import { AgentPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Sign-in'

/** A link that sets a new password, made by an owner or admin. */
export const PASSWORD_RESET_ROUTES = {
  makePasswordReset: route({
    method: 'POST',
    path: '/agents/:agent/password-reset',
    tag: 'Agents',
    summary: 'Make a link that sets a new password',
    description:
      'Owners and admins; only owners for an owner. The server mails the link to the agent; a server without mail answers with it. It can be used once within an hour. Needs a sign-in or a confirmed password within the last 10 minutes.',
    may: 'agent.change',
    password: 'always',
    params: AgentPath,
    answers: { 200: MadeLink },
  }),
}

/** Setting a forgotten password. */
export const RESET_ENTRY_ROUTES = {
  askForPasswordReset: route({
    method: 'POST',
    path: '/password-resets',
    tag,
    summary: 'Ask for a link that sets a new password',
    description:
      'The answer is the same whether an agent has the address or not. A person is sent at most 3 links in an hour.',
    may: 'open',
    body: ForgottenBody,
    answers: { 200: ForgottenAnswer },
  }),
  openPasswordReset: route({
    method: 'POST',
    path: '/password-resets/open',
    tag,
    summary: 'Read whose password a link sets',
    description: 'A link that was used, or has expired, is refused with `link_ended`.',
    may: 'open',
    body: LinkBody,
    answers: { 200: ResetOpened },
  }),
  usePasswordReset: route({
    method: 'POST',
    path: '/password-resets/use',
    tag,
    summary: 'Set a new password by a link',
    description:
      'Ends all sessions and API tokens of the agent, and signs the caller in: sets the cookie `deskbell`. The link ends.',
    may: 'open',
    body: ResetBody,
    answers: { 200: Me },
  }),
}
