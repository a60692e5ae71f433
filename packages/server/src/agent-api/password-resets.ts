import { PASSWORD_RESET_ROUTES, RESET_ENTRY_ROUTES } from '@deskbell/protocol/agent/routes/password-resets'
import { askFresh } from '../identity/fresh-session.ts'
import { askForReset } from '../identity/resets/ask.ts'
import { makeReset, openReset, useReset } from '../identity/resets/reset.ts'
import { beginSession } from '../identity/sessions.ts'
import type { SignInLimit } from '../identity/sign-in-limit.ts'
import { Refused } from '../platform/errors.ts'
import { beginAgentChange, notFound } from '../settings/change.ts'
import { logoUrl } from '../settings/logo-place.ts'
import type { Services } from '../services.ts'
import type { Api } from './add-routes.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { enter } from './enter.ts'
import type { LinkServices } from './link-services.ts'
import { meterUnknownSecret } from './meter.ts'
import { serve } from './serve.ts'
import { COOKIE } from './signed-in.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'directory' | 'links' | 'rates'> &
  LinkServices & { readonly resetLimit: SignInLimit }

/** Setting a forgotten password by a link: asked for by its agent, or made by an owner or admin. */
export function passwordResetRoutes(app: Api, services: Needs): void {
  const { clock, db, directory, linkTools, resetLimit } = services

  serve(app, PASSWORD_RESET_ROUTES, {
    async makePasswordReset({ who, params: { agent: id } }) {
      const { account, agent, session } = who
      if (!directory.agent(account, id)) throw notFound('agent')
      if (id === agent.id) throw ownPassword() // guard T50
      const link = await changeAndRefresh(services, account, async (tx) => {
        await beginAgentChange(tx, account)
        await askFresh(tx, clock, session) // guard T50
        return makeReset(linkTools, { tx, account }, agent, id)
      })
      return { link }
    },
  })

  serve(app, RESET_ENTRY_ROUTES, {
    async askForPasswordReset({ request, body: { email } }) {
      if (linkTools.canMail) await askForReset({ ...linkTools, db, limit: resetLimit }, { email, address: request.ip })
      return { mail: linkTools.canMail }
    },
    async openPasswordReset({ request, body: { token } }) {
      meterUnknownSecret(services.rates, request.ip) // guard T46
      const { email, name, company, logo } = await openReset(services, token)
      return { email, name, company, logo: logoUrl(services.config.publicUrl, logo) }
    },
    async usePasswordReset({ request, reply, body }) {
      meterUnknownSecret(services.rates, request.ip) // guard T46
      const entered = await useReset(services, body)
      await directory.refresh(entered.account)
      return enter(services, reply, await beginSession(services, entered, request.cookies[COOKIE]))
    },
  })
}

const ownPassword = () =>
  new Refused('forbidden', 'Change your own password in your profile (PUT /api/me/password), with the current one.')
