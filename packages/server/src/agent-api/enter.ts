import type { Me } from '@deskbell/protocol/agent/people'
import type { FastifyReply } from 'fastify'
import type { NewSession } from '../identity/sessions.ts'
import type { Services } from '../services.ts'
import { toMe } from './people.ts'
import { COOKIE, cookieFor, DEVICE_COOKIE, deviceCookieFor, signedOut } from './signed-in.ts'

/** Gives the browser the cookies of a new session, and returns the agent. */
export async function enter(
  services: Pick<Services, 'clock' | 'config' | 'directory' | 'links'>,
  reply: FastifyReply,
  session: NewSession,
): Promise<Me> {
  const { clock, config, directory } = services
  if (session.endedIn !== undefined) await directory.refresh(session.endedIn)
  let agent = directory.agent(session.account, session.agent)
  if (!agent) {
    // The agent was created by this request, or just now by another process.
    await directory.refresh(session.account)
    agent = directory.agent(session.account, session.agent)
  }
  if (!agent) throw signedOut()
  reply.setCookie(COOKIE, session.secret, { ...cookieFor(config.publicUrl), expires: new Date(session.expiresAt) })
  reply.setCookie(DEVICE_COOKIE, session.device, deviceCookieFor(config.publicUrl, clock.now()))
  return toMe(services, { account: session.account, agent })
}
