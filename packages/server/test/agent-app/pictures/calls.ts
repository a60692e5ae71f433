import { randomUUID } from 'node:crypto'
import type { CallCommand, CallType } from '@deskbell/rules/calls/index'
import { statement } from '../../../src/db/statement.ts'
import type { Story } from './lumen.ts'

type Next = Exclude<CallCommand, { type: 'call.start' }>

const visitorStatement = statement(
  'pictures_visitor',
  `select channel_id as channel, key from visitor where account_id = 1 and name = $1 order by number desc limit 1`,
)
const trunkStatement = statement(
  'pictures_trunk',
  `insert into call_trunk (account_id, settings, password, state, state_at, holder, held_until, can_call)
   values (1, $1::jsonb, '\\x00', 'ready', $3, $2::uuid, '2100-01-01', true)`,
)
const TRUNK = {
  ...{ kind: 'tls', host: 'sip.telco.example', port: 5061, user: 'lumen', registers: true, callerId: '+4930555010' },
}
const ANN = { id: 1, name: 'Ann Berger' }

/** The calls of the morning: one was called back, one came from the page, one was busy, and one was missed. */
export async function sayCalls(story: Story, bobId: number) {
  const { ann, must, testServer } = story
  const { callCommit, db } = testServer.services
  const bob = { id: bobId, name: 'Bob Fischer' }
  let asked = 0
  async function calls(name: string, of: { call: CallType; phone: string; by?: typeof ANN }, first: readonly Next[]) {
    const [visitor] = await db.query<{ channel: number; key: string }>(visitorStatement, [name])
    if (!visitor) throw new Error(`${name} is no visitor`)
    const outcome = await callCommit.start({
      ...{ account: 1, visitor, carrier: of.phone === '' ? 'direct' : 'sip', request: `picture-${++asked}` },
      command: { type: 'call.start', records: false, ...of },
      also: [...first],
    })
    if (outcome.kind === 'refused') throw new Error(outcome.why.refused)
    return (...commands: Next[]) => callCommit.change(1, outcome.call.id, commands)
  }

  await story.at('10:31')
  const hugo = await calls('Hugo Lefèvre', { call: 'callback', phone: '+33612345678' }, [
    { type: 'call.ring', agents: [ANN, bob] },
    { type: 'call.accept', agent: ANN },
    { type: 'call.answered' },
  ])
  await story.at('10:34')
  await hugo({ type: 'call.hang_up', agent: ANN, ends: true })
  const tom = await calls('Tom Becker', { call: 'outgoing', phone: '+4915112345678', by: bob }, [
    { type: 'call.accept', agent: bob },
  ])
  await tom({ type: 'call.fail', why: 'client_busy' })
  await story.at('10:36')
  const yuki = await calls('Yuki Tanaka', { call: 'incoming', phone: '' }, [
    { type: 'call.answered' },
    { type: 'call.ring', agents: [bob] },
    { type: 'call.accept', agent: bob },
  ])
  await story.at('10:38')
  await yuki({ type: 'call.gone', side: 'client' })
  await story.at('10:39')
  const olga = await calls('Olga Novak', { call: 'callback', phone: '+420601123456' }, [
    { type: 'call.ring', agents: [ANN, bob] },
  ])
  await olga(
    { type: 'call.pass', agent: ANN, why: 'unanswered' },
    { type: 'call.pass', agent: bob, why: 'unanswered' },
    { type: 'call.fail', why: 'agent_unanswered' },
  )
  await db.query(trunkStatement, [JSON.stringify(TRUNK), randomUUID(), new Date(testServer.services.clock.now())])
  await must(ann, 'PATCH', '/call-settings', {
    ...{ fromPage: true, callback: true, countries: ['DE', 'FR', 'ES', 'CZ'], record: true },
  })
  await story.at('10:42')
  return {
    /** Maria calls from the page. Resolves with what ends the call. */
    async rings() {
      const maria = await calls('Maria Lopez', { call: 'incoming', phone: '' }, [
        { type: 'call.answered' },
        { type: 'call.ring', agents: [ANN] },
      ])
      return () => maria({ type: 'call.gone', side: 'client' })
    },
  }
}
