import type { Invitation } from '@deskbell/protocol/agent/invitation'
import { INVITATION_ENTRY_ROUTES, INVITATION_ROUTES } from '@deskbell/protocol/agent/routes/invitations'
import { acceptInvitation, openInvitation } from '../identity/invitations/accept.ts'
import {
  invite,
  readInvitation,
  readInvitations,
  renewInvitation,
  revokeInvitation,
  type InvitationRow,
} from '../identity/invitations/invite.ts'
import { askFresh } from '../identity/fresh-session.ts'
import { beginSession } from '../identity/sessions.ts'
import { beginAgentChange } from '../settings/change.ts'
import { logoUrl } from '../settings/logo-place.ts'
import type { Tx } from '../db/db.ts'
import type { Services } from '../services.ts'
import type { Api } from './add-routes.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { enter } from './enter.ts'
import type { LinkServices } from './link-services.ts'
import { meterUnknownSecret } from './meter.ts'
import { serve } from './serve.ts'
import { COOKIE, type SignedIn } from './signed-in.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'directory' | 'links' | 'rates'> & LinkServices

/** Invitations of colleagues, and the page that their links lead to. */
export function invitationRoutes(app: Api, services: Needs): void {
  const { clock, db, directory, linkTools } = services

  const toInvitation = (account: number, row: InvitationRow): Invitation => ({
    id: row.id,
    email: row.email,
    role: row.role,
    channels: row.channels,
    departments: row.departments,
    by: directory.agent(account, row.invited_by)?.name ?? '',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  })
  const made = async (account: number, id: number, link: string | null) => {
    const row = await db.asAccount(account, (tx) => readInvitation(tx, account, id))
    return { invitation: toInvitation(account, row), link }
  }
  /** A link for an owner or admin gives as much access as making one. */
  async function askFreshRole(tx: Tx, { account, session }: SignedIn, role: string): Promise<void> {
    if (role === 'agent') return
    await beginAgentChange(tx, account)
    await askFresh(tx, clock, session) // guard T50
  }

  serve(app, INVITATION_ROUTES, {
    listInvitations: async ({ who: { account } }) => ({
      invitations: (await db.asAccount(account, (tx) => readInvitations(tx, account))).map((row) =>
        toInvitation(account, row),
      ),
      mail: linkTools.canMail,
    }),
    async invite({ who, body }) {
      const { account, agent } = who
      const { id, link } = await changeAndRefresh(services, account, async (tx) => {
        await askFreshRole(tx, who, body.role)
        return invite(linkTools, { tx, account }, agent, body)
      })
      return made(account, id, link)
    },
    async renewInvitation({ who, params: { invitation: id } }) {
      const { account, agent } = who
      const link = await changeAndRefresh(services, account, async (tx) => {
        await askFreshRole(tx, who, (await readInvitation(tx, account, id)).role)
        return renewInvitation(linkTools, { tx, account }, agent, id)
      })
      return made(account, id, link)
    },
    revokeInvitation: ({ who: { account, agent }, params: { invitation } }) =>
      db.asAccount(account, (tx) => revokeInvitation({ tx, account }, agent, invitation)),
  })

  serve(app, INVITATION_ENTRY_ROUTES, {
    async openInvitation({ request, body: { token } }) {
      meterUnknownSecret(services.rates, request.ip) // guard T46
      const { logo, ...opened } = await openInvitation(services, token)
      return { ...opened, logo: logoUrl(services.config.publicUrl, logo) }
    },
    async acceptInvitation({ request, reply, body }) {
      meterUnknownSecret(services.rates, request.ip) // guard T46
      const entered = await acceptInvitation(services, body)
      await directory.refresh(entered.account)
      return enter(services, reply, await beginSession(services, entered, request.cookies[COOKIE]))
    },
  })
}
