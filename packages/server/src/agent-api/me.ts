import {
  ApiTokens,
  MadeApiToken,
  Me,
  NewApiToken,
  PasswordBody,
  PresenceBody,
  ProfileBody,
} from '@deskbell/protocol/agent/people'
import { Id, Strict } from '@deskbell/protocol/shapes'
import { agentOwner } from '../files/owner.ts'
import { insertFiles } from '../files/rows.ts'
import { changeAgent, type AgentChange } from '../identity/agents.ts'
import { askFresh } from '../identity/fresh-session.ts'
import { changePassword } from '../identity/own-password.ts'
import { createToken, readTokens, removeToken } from '../identity/tokens.ts'
import type { FileRow } from '../files/rows.ts'
import type { AgentServices, Api } from './services.ts'
import { whoAsks } from './guard.ts'
import { changeAndRefresh } from './change-and-refresh.ts'
import { toMe } from './people.ts'
import { DEVICE_COOKIE, deviceCookieFor, signedOut, type SignedIn } from './signed-in.ts'
import { Nothing } from './shapes.ts'
import { receivePhoto } from './upload.ts'

/** What agents set of themselves. */
export function meRoutes(app: Api, services: AgentServices): void {
  const { db, clock, ids, directory, config, signInLimit: limit, passwords, devices } = services

  const meNow = ({ account, agent: { id } }: SignedIn): Me => {
    const agent = directory.agent(account, id)
    if (!agent) throw signedOut()
    return toMe(services, { account, agent })
  }

  async function change(who: SignedIn, what: AgentChange, photo?: FileRow): Promise<Me> {
    const { account, agent } = who
    await changeAndRefresh(services, account, async (tx) => {
      if (photo) await tx.query(insertFiles.statement, insertFiles.values([photo]))
      await changeAgent(tx, account, agent, agent.id, what)
    })
    return meNow(who)
  }

  app.get('/me', { schema: { tags: ['Me'], summary: 'Who is signed in', response: { 200: Me } } }, (request) =>
    meNow(whoAsks(request)),
  )

  app.patch(
    '/me',
    { schema: { tags: ['Me'], summary: 'Change the own name', body: ProfileBody, response: { 200: Me } } },
    (request) => change(whoAsks(request), request.body),
  )

  app.put(
    '/me/presence',
    {
      schema: {
        tags: ['Me'],
        summary: 'Turn the switch: online or away',
        description:
          'An agent is online while the switch is and a socket is connected; the channel status goes by that.',
        body: PresenceBody,
        response: { 200: Me },
      },
    },
    (request) => change(whoAsks(request), { status: request.body.status }),
  )

  app.put(
    '/me/password',
    {
      schema: {
        tags: ['Me'],
        summary: 'Change the own password',
        description:
          'All other sessions of the agent end, and all API tokens unless `keepTokens` is true. Sockets that they opened close within 2 seconds.',
        body: PasswordBody,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { session, by } = whoAsks(request)
      const own = { ...request.body, address: request.ip }
      const device = await changePassword({ db, clock, ids, limit, passwords, devices }, session, own)
      await directory.refresh(session.account)
      if (by === 'cookie') reply.setCookie(DEVICE_COOKIE, device, deviceCookieFor(config.publicUrl, clock.now()))
      return reply.code(204).send(null)
    },
  )

  app.put(
    '/me/photo',
    {
      config: { form: { file: true } },
      schema: {
        tags: ['Me'],
        summary: 'Set the own picture',
        consumes: ['multipart/form-data'],
        response: { 200: Me },
      },
    },
    async (request) => {
      const who = whoAsks(request)
      const photo = await receivePhoto(services.files, request, agentOwner(who.account, who.agent.id))
      return change(who, { photo: photo.id }, photo)
    },
  )

  app.delete(
    '/me/photo',
    { schema: { tags: ['Me'], summary: 'Remove the own picture', response: { 200: Me } } },
    (request) => change(whoAsks(request), { photo: null }),
  )

  app.get(
    '/me/tokens',
    { schema: { tags: ['Me'], summary: 'List the own API tokens', response: { 200: ApiTokens } } },
    async (request) => {
      const { account, agent } = whoAsks(request)
      return { tokens: await db.asAccount(account, (tx) => readTokens(tx, account, agent.id)) }
    },
  )

  app.post(
    '/me/tokens',
    {
      schema: {
        tags: ['Me'],
        summary: 'Make an API token',
        description:
          'It may do what the agent may do. It is shown in this answer and never again. Needs a sign-in or a confirmed password within the last 10 minutes (`reauthenticate`); an API token cannot make another (`session_required`).',
        body: NewApiToken,
        response: { 201: MadeApiToken },
      },
    },
    async (request, reply) => {
      const { account, agent, session } = whoAsks(request)
      const made = await db.asAccount(account, async (tx) => {
        await askFresh(tx, clock, session) // guard T50
        return createToken({ clock, ids }, tx, account, agent.id, request.body.name)
      })
      return reply.code(201).send(made)
    },
  )

  app.delete(
    '/me/tokens/:token',
    {
      schema: {
        tags: ['Me'],
        summary: 'End an API token',
        params: Strict({ token: Id }),
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { account, agent } = whoAsks(request)
      await changeAndRefresh(services, account, (tx) => removeToken(tx, account, agent.id, request.params.token))
      return reply.code(204).send(null)
    },
  )
}
