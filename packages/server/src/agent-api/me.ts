import type { Me } from '@deskbell/protocol/agent/people'
import { ME_ROUTES } from '@deskbell/protocol/agent/routes/me'
import { agentOwner } from '../files/owner.ts'
import { insertFiles } from '../files/rows.ts'
import type { AgentPasswords } from '../identity/agent-passwords.ts'
import { changeAgent, type AgentChange } from '../identity/agents.ts'
import { askFresh } from '../identity/fresh-session.ts'
import { createToken, readTokens, removeToken } from '../identity/tokens.ts'
import type { FileRow } from '../files/rows.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from './serve.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { toMe } from './people.ts'
import { DEVICE_COOKIE, deviceCookieFor, signedOut, type SignedIn } from './signed-in.ts'
import { receivePhoto } from './upload.ts'

/** The routes of the signed-in agent's own profile. */
export function meRoutes(
  app: Api,
  services: Pick<Services, 'clock' | 'config' | 'db' | 'directory' | 'files' | 'ids' | 'links'> & {
    readonly agentPasswords: AgentPasswords
  },
): void {
  const { db, clock, ids, directory, config, agentPasswords } = services

  const meNow = ({ account, agent: { id } }: SignedIn): Me => {
    const agent = directory.agent(account, id)
    if (!agent) throw signedOut()
    return toMe(services, { account, agent })
  }

  async function change(who: SignedIn, what: AgentChange, photo?: FileRow): Promise<Me> {
    const { account, agent } = who
    await changeAndRefresh(services, account, async (tx) => {
      if (photo) await tx.query(insertFiles.statement, insertFiles.values([photo]))
      await changeAgent({ tx, account }, agent, agent.id, what)
    })
    return meNow(who)
  }

  serve(app, ME_ROUTES, {
    readMe: ({ who }) => meNow(who),
    changeMe: ({ who, body }) => change(who, body),
    setPresence: ({ who, body: { status } }) => change(who, { status }),
    async changePassword({ who: { session, by }, request, reply, body }) {
      const device = await agentPasswords.change(session, { ...body, address: request.ip })
      await directory.refresh(session.account)
      if (by === 'cookie') reply.setCookie(DEVICE_COOKIE, device, deviceCookieFor(config.publicUrl, clock.now()))
    },
    async setPhoto({ who, request }) {
      const photo = await receivePhoto(services.files, request, agentOwner(who.account, who.agent.id))
      return change(who, { photo: photo.id }, photo)
    },
    removePhoto: ({ who }) => change(who, { photo: null }),
    listTokens: async ({ who: { account, agent } }) => ({
      tokens: await db.asAccount(account, (tx) => readTokens(tx, account, agent.id)),
    }),
    makeToken: ({ who: { account, agent, session }, body: { name } }) =>
      db.asAccount(account, async (tx) => {
        await askFresh(tx, clock, session) // guard T50
        return createToken({ clock, ids }, { tx, account }, agent.id, name)
      }),
    endToken: ({ who: { account, agent }, params: { token } }) =>
      changeAndRefresh(services, account, (tx) => removeToken(tx, account, agent.id, token)),
  })
}
