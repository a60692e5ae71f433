import { AcceptBody, InvitationOpened, Invitations, LinkBody, MadeInvitation, NewInvitation } from '../invitation.ts'
import { Me } from '../people.ts'
import { InvitationPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Invitations'

/** Invitations of colleagues, for owners and admins. */
export const INVITATION_ROUTES = {
  listInvitations: route({
    method: 'GET',
    path: '/invitations',
    tag,
    summary: 'List invitations',
    description: 'Owners and admins. An invitation that has expired stays in the list for a week.',
    may: 'agent.create',
    answers: { 200: Invitations },
  }),
  invite: route({
    method: 'POST',
    path: '/invitations',
    tag,
    summary: 'Invite a colleague',
    description:
      'Owners and admins; only an owner can invite an owner. The server mails a link that can be used once within 7 days; a server without mail answers with the link. An earlier invitation of the same address ends. An invitation of an owner or admin needs a sign-in or a confirmed password within the last 10 minutes.',
    may: 'agent.create',
    password: 'sometimes',
    body: NewInvitation,
    answers: { 201: MadeInvitation },
  }),
  renewInvitation: route({
    method: 'POST',
    path: '/invitations/:invitation/renew',
    tag,
    summary: 'Make a new link for an invitation',
    description: 'The earlier link ends. The new one is valid for 7 days.',
    may: 'agent.create',
    password: 'sometimes',
    params: InvitationPath,
    answers: { 200: MadeInvitation },
  }),
  revokeInvitation: route({
    method: 'DELETE',
    path: '/invitations/:invitation',
    tag,
    summary: 'Revoke an invitation',
    may: 'agent.create',
    params: InvitationPath,
    answers: { 204: null },
  }),
}

/** The page that the link of an invitation leads to. */
export const INVITATION_ENTRY_ROUTES = {
  openInvitation: route({
    method: 'POST',
    path: '/invitations/open',
    tag,
    summary: 'Read an invitation by its link',
    description: 'A link that was used or revoked, or has expired, is refused with `link_ended`.',
    may: 'open',
    body: LinkBody,
    answers: { 200: InvitationOpened },
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/invitations/accept',
    tag,
    summary: 'Accept an invitation',
    description: 'Creates the agent and signs them in: sets the cookie `deskbell`. The link ends.',
    may: 'open',
    body: AcceptBody,
    answers: { 200: Me },
  }),
}
