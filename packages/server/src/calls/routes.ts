import type { Call } from '@deskbell/protocol/agent/call'
import { CALL_ROUTES } from '@deskbell/protocol/agent/routes/calls'
import type { CallCommand } from '@deskbell/rules/calls/index'
import { findChat, scopeOf } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import { personOf } from '../agent-api/messages.ts'
import { parseCursor, toCursor } from '../agent-api/page.ts'
import { serve } from '../agent-api/serve.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { agentsIn, readLiveCalls } from '../conversation/calls/live.ts'
import { readCalls } from '../conversation/calls/read.ts'
import { statement } from '../db/statement.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { notFound } from '../settings/change.ts'
import type { Directory } from '../settings/directory.ts'
import type { Carriers } from './carriers.ts'
import { findCall, findCallRead } from './find-call.ts'
import { checkFree } from './free-agent.ts'
import { phoneOf } from './phones.ts'
import { changed, refusedAs } from './refusals.ts'

type Needs = Pick<Services, 'callCommit' | 'callEvents' | 'db' | 'directory' | 'links' | 'presence'> & {
  readonly carriers: Pick<Carriers, 'hasPhone'>
}
const HOUR = 3600 * 1000

type Next = Exclude<CallCommand, { type: 'call.start' }>

const handledStatement = statement(
  'call_handled',
  'update call set missed = false where account_id = $1 and id = $2 and missed returning channel_id as channel, visitor_number as visitor',
)

/** The page of the agent who has a call over the media engine joins the voices of a third person, who talks in a browser, too. */
function mayJoin(directory: Directory, account: number, { carrier, agents: [first] }: Call, agent: number): boolean {
  if (carrier !== 'sip' && carrier !== 'engine') return true
  return first?.on !== 'phone' && phoneOf(directory, account, agent)?.browserRings !== false
}

/** Calls, and what agents do in them. */
export function callRoutes(app: Api, services: Needs): void {
  const { callCommit, callEvents, carriers, db, directory, links, presence } = services

  async function act(who: SignedIn, id: number, command: Next): Promise<Call> {
    await findCall(services, who, id)
    changed(await callCommit.change(who.account, id, [command]))
    return findCall(services, who, id)
  }
  const agentOf = (who: SignedIn) => ({ agent: personOf(who) })

  serve(app, CALL_ROUTES, {
    async listCalls({ who, query: { state = 'all', contact, chat, after, limit = 50 } }) {
      if (contact !== undefined && chat !== undefined)
        throw new Invalid('/chat', { reason: 'not_beside', field: 'contact' })
      if (state !== 'all' && (contact !== undefined || chat !== undefined))
        throw new Invalid('/state', { reason: 'not_beside', field: contact === undefined ? 'chat' : 'contact' })
      if (chat !== undefined) await findChat(services, who, chat, 'chat.see')
      const asked = {
        state,
        limit,
        after: parseCursor(after),
        ...(contact !== undefined && { contact }),
        ...(chat !== undefined && { chat }),
      }
      const scope = scopeOf(directory, who.agent)
      const { calls, next } = await db.asAccount(who.account, (tx) => readCalls(tx, scope, asked))
      return { calls, next: next && toCursor(next) }
    },
    readCall: ({ who, params }) => findCall(services, who, params.call),
    async readRecording({ who, params }) {
      const { call, recording } = await findCallRead(services, who, params.call)
      if (call.recordingErased) throw new Refused('recording_erased', 'The recording was erased.')
      if (recording === undefined) throw notFound('recording')
      const reader = `agent:${who.agent.id}` as const
      const wanted = { account: who.account, id: recording, name: `call-${params.call}.mp3`, reader, forMs: HOUR }
      return { url: links.link(wanted) }
    },
    async acceptCall({ who, params }) {
      const { carrier } = await findCall(services, who, params.call)
      if (carrier === 'twilio') throw new Refused('phone_only', 'Answer your telephone and press 1.')
      await checkFree(db, who, params.call)
      return act(who, params.call, { type: 'call.accept', ...agentOf(who) })
    },
    declineCall: ({ who, params }) => act(who, params.call, { type: 'call.decline', ...agentOf(who) }),
    hangUp: ({ who, params, body: { others = false } }) =>
      act(who, params.call, { type: 'call.hang_up', ...agentOf(who), ends: !others }),
    holdCall: ({ who, params, body: { on } }) => act(who, params.call, { type: 'call.hold', ...agentOf(who), on }),
    async inviteToCall({ who, params, body: { agent, handsOver } }) {
      const call = await findCall(services, who, params.call)
      const colleague = directory.agent(who.account, agent)
      if (!colleague) throw new Invalid('/agent', { reason: 'no_agent', number: agent })
      if (colleague.id === who.agent.id) throw new Invalid('/agent', { reason: 'is_you' })
      if (!handsOver && !mayJoin(directory, who.account, call, agent))
        throw new Refused(
          'no_third',
          'In a call with a telephone a third person can join only when you and they talk in a browser: hand the call over instead.',
        )
      if (call.carrier === 'twilio' && !carriers.hasPhone(who.account, agent))
        throw new Refused('phone_only', `${colleague.name} takes no calls at their own telephone.`)
      const isHere = presence.statusOf(who.account, agent) !== 'offline'
      const isBusy = agentsIn(await readLiveCalls(db, who.account), call.id).has(agent)
      if (!isHere || isBusy)
        throw new Refused('colleague_away', `${colleague.name} is ${isHere ? 'in another call' : 'not there'}.`)
      const to = { id: colleague.id, name: colleague.name }
      return act(who, params.call, { type: 'call.invite', ...agentOf(who), to, handsOver })
    },
    uninviteFromCall: ({ who, params }) => act(who, params.call, { type: 'call.uninvite', ...agentOf(who) }),
    async reportCallTrouble({ who, params, body: { why } }) {
      const call = await findCall(services, who, params.call)
      if (!call.agents.some(({ id }) => id === who.agent.id)) throw refusedAs('not_yours')
      if (why === 'client_gone') return act(who, params.call, { type: 'call.gone', side: 'client' })
      // The others go on without this page.
      const leaves =
        call.agents.length > 1 ? ({ type: 'call.hang_up', ...agentOf(who), ends: false } as const) : undefined
      return act(who, params.call, leaves ?? { type: 'call.fail', why })
    },
    async markCallHandled({ who, params }) {
      await findCall(services, who, params.call)
      const [row] = await db.query<{ channel: number; visitor: number }>(handledStatement, [who.account, params.call])
      if (row) callEvents.changed({ account: who.account, call: params.call, ...row })
      return findCall(services, who, params.call)
    },
  })
}
