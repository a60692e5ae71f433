import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { RoutingTurn } from '@deskbell/protocol/agent/routing'
import { extent, isFull, seedOfRun, tell } from '../../../../tools/extent.ts'
import { shortLease, type Edit } from '../checker/edits.ts'
import { startIntegrator } from '../checker/integrator.ts'
import { seeded } from '../checker/random.ts'
import { readInbox } from '../checker/readers.ts'
import { startReceiver } from '../checker/receiver.ts'
import { makePlace, testKinds, type DbKind } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { findNats, withoutNats } from '../nats.ts'
import { ANN, BOB } from '../test-server.ts'
import { keepOnline } from './online.ts'
import { clientOf, stepping, type Step } from './routed/client.ts'
import { AGENTS, CAPACITY, CLEO, FAST_POLICIES, routingOf, setupOf } from './routed/company.ts'
import { oneProcess, twoProcesses } from './routed/desk.ts'
import { faultsOfChat, faultsOfLoad, faultsOfTurns } from './routed/faults.ts'
import { count, OF_AGENTS, stepsOf, TEXTS, visitorWrites } from './routed/steps.ts'

const VISITORS = ['v1', 'v2', 'v3', 'v4']
/** A few kills are not worth waiting until those that died have no lease and no agent online. */
const SHORT_PRESENCE: Edit[] = [
  { file: 'realtime/presence.ts', find: 'const VALID = 30_000', put: 'const VALID = 6000' },
  { file: 'realtime/presence.ts', find: 'const REFRESH = 10_000', put: 'const REFRESH = 2000' },
]
const DELIVERED_WITHIN = 240_000

/** `killed`: in how many of a hundred steps the process that routes is killed. */
async function journey(t: TestContext, { kind, nats, killed }: { kind: DbKind; nats?: string; killed: number }) {
  const seed = seedOfRun()
  const random = seeded(seed)
  const [place, integrator, provider, receiver] = await Promise.all([
    makePlace(kind),
    startIntegrator(),
    startIntegratorServer(),
    startReceiver(),
  ])
  const desk = await (nats === undefined ? oneProcess : twoProcesses)({
    place,
    serverUrl: integrator.server.url,
    edits: [...FAST_POLICIES, ...(isFull ? [] : [...shortLease, ...SHORT_PRESENCE])],
    webhooks: [{ url: receiver.url }],
    setup: setupOf(integrator.server.url, provider.url),
    ...(nats !== undefined && { env: { NATS_URL: nats } }),
  })
  const online = keepOnline(desk, AGENTS)
  t.after(async () => {
    online.close()
    await desk.close()
    await Promise.all([integrator.close(), provider.close(), receiver.close()])
    await place.drop()
  })
  await desk.start()
  await online.all()

  const client = clientOf(desk)
  const wrong: string[] = []
  const known = await client.look<{ agents: { id: number; email: string }[] }>('/agents')
  const agents = Object.fromEntries(known.agents.map(({ email, id }) => [email, id]))
  const teams = await client.look<{ departments: { id: number; name: string }[] }>('/departments')
  const departments = Object.fromEntries(teams.departments.map(({ name, id }) => [name, id]))
  assert.equal(await client.as(ANN, 'PATCH', '/routing', routingOf(departments, agents)), 200)
  await desk.complete()

  /** The texts whose sender got a 200. */
  const acknowledged = new Set<string>()
  const given = { client, agents, departments, onAcknowledged: (text: string) => void acknowledged.add(text) }
  const open = () => client.look<{ chats: ChatForMe[] }>('/chats?view=all&limit=200')
  const driver = stepping({ desk, client, random }, { killed, onKilled: noneIsUnseen })
  async function noneIsUnseen(): Promise<void> {
    for (const { id, owner, agent, waitingSince } of (await open()).chats) {
      const isSeen =
        owner === 'bot' || (owner === 'agent' ? agent !== null : owner === 'queue' && waitingSince !== null)
      if (!isSeen) wrong.push(`chat ${id} is unseen: ${owner}`)
    }
  }
  const begin = async (visitor: string) => {
    const first = visitorWrites(given, visitor, 'hello')
    for (;;) {
      await first.act().catch(() => {})
      const found = (await open()).chats.find((one) => one.visitor.id === visitor)
      if (found) return { chat: found.id, steps: stepsOf(given, visitor, found.id) }
      await desk.up
    }
  }
  type Chat = Awaited<ReturnType<typeof begin>>
  const all = async (chats: readonly Chat[], part: keyof Chat['steps']) => {
    const goes = async ({ chat, steps }: Chat) => {
      for (const step of steps[part] as readonly Step[]) await driver.carryOut(chat, step)
    }
    await Promise.all(chats.map(goes))
  }

  const chats = await Promise.all(VISITORS.map(begin))
  await all(chats, 'begins')
  // Bob goes, who may be asked: Cleo gets all of them.
  await online.set(BOB, false)
  await all(chats, 'toCleo')
  // Cleo goes, who gave them away.
  await online.set(BOB, true)
  await online.set(CLEO, false)
  await all(chats, 'toBob')
  await online.set(CLEO, true)
  // One chat is with an agent and one is offered when the process dies: the routing goes on.
  const later = await Promise.all(['v5', 'v6'].map(begin))
  const [held, offered] = later as [Chat, Chat]
  await all(later, 'invited')
  await all([held], 'accepted')
  await all([offered], 'isOffered')
  const rowOf = ({ chat }: Chat) => client.look<ChatForMe>(`/chats/${chat}`)
  const [holder, times] = [(await rowOf(held)).agent?.id, count(await client.history(offered.chat), 'chat.routed')]
  await desk.strike()
  await driver.carryOut(offered.chat, {
    what: 'it is offered again',
    act: () => pause(100),
    done: (log) => count(log, 'chat.routed') > times,
  })
  assert.equal((await rowOf(held)).agent?.id, holder, `SEED=${seed}`)
  await noneIsUnseen()

  const due = VISITORS.flatMap((visitor) => OF_AGENTS.map((one) => `${visitor} ${one}`))
  /** How many accepts were told; one that was told again counts once. */
  const told = () =>
    new Set(receiver.received.flatMap(({ name, webhookId }) => (name === 'chat_accepted' ? [webhookId] : []))).size
  const accepts = 3 * VISITORS.length + 1
  const isDelivered = () =>
    told() >= accepts && due.every((text) => integrator.received.some((one) => one.text === text))
  for (const end = Date.now() + DELIVERED_WITHIN; !isDelivered() && Date.now() < end;) await pause(200)

  wrong.push(...desk.deaths)
  const inbox = await readInbox(desk.url)
  if (inbox.length !== VISITORS.length + later.length) wrong.push(`${inbox.length} chats`)
  const logs = new Map<number, Entry[]>()
  for (const { id } of inbox) logs.set(id, await client.history(id))
  const readTurn = (turn: string) => client.look<RoutingTurn>(`/routing/turns/${turn}`)
  for (const [chat, log] of logs) wrong.push(...faultsOfChat(chat, log), ...(await faultsOfTurns(chat, log, readTurn)))
  const emailOf = new Map(Object.entries(agents).map(([email, id]) => [id, email]))
  wrong.push(...faultsOfLoad([...logs.values()], (agent) => CAPACITY[emailOf.get(agent) ?? '']))
  for (const [place, { chat }] of chats.entries()) {
    const log = logs.get(chat) ?? []
    const texts = log.flatMap((one) => (one.type === 'message' ? [one.text] : []))
    assert.deepEqual(
      texts,
      TEXTS.map((words) => `${VISITORS[place]} ${words}`),
      `SEED=${seed}`,
    )
    const joined = log.flatMap((one) => (one.type === 'agent.joined' ? [one.agent.id] : []))
    assert.deepEqual(joined.slice(1), [agents[CLEO], agents[BOB]], `SEED=${seed}`)
    const went = log.flatMap((one) =>
      one.type === 'chat.overflowed' ? [[one.before?.name, one.department?.name]] : [],
    )
    assert.deepEqual(went, [['Night', 'Support'], ['Support', 'Sales']], `SEED=${seed}`) // prettier-ignore
  }
  const stored = [...logs.values()].flat().flatMap((one) => (one.type === 'message' ? [one.text] : []))
  for (const text of acknowledged)
    if (stored.filter((one) => one === text).length !== 1) wrong.push(`${text} is not there once`)
  for (const text of due) {
    const ids = new Set(integrator.received.flatMap((one) => (one.text === text ? [one.webhookId] : [])))
    if (ids.size !== 1) wrong.push(`${text} was delivered under ${ids.size} ids`)
  }
  if (told() !== accepts) wrong.push(`${told()} accepts were told, not ${accepts}`)
  const kills = driver.kills + 1
  process.stdout.write(`${kills} kills, ${wrong.length} violations (SEED=${seed})\n`)
  return { seed, kills, wrong }
}

for (const kind of testKinds())
  test(`S1 S3 S5 S8 chats that the router gives to agents and teams go on while kill -9 interrupts their steps, ${kind}`, async (t) => {
    const { seed, kills, wrong } = await journey(t, { kind, killed: extent(5, 100) })
    tell({ what: `S5 S8 routed chats, kill -9 at their steps, ${kind}`, count: kills, violations: wrong.length })
    assert.deepEqual(wrong, [], `SEED=${seed}`)
  })

const skip = await withoutNats()
test(
  'S1 S3 S5 S8 chats that the router gives to agents and teams go on while kill -9 ends the one of two processes that routes',
  { skip },
  async (t) => {
    const nats = (await findNats()) ?? ''
    const { seed, kills, wrong } = await journey(t, { kind: 'server', nats, killed: extent(3, 100) })
    const what = 'S5 S8 routed chats, kill -9 of the one of two processes that routes'
    tell({ what, count: kills, violations: wrong.length })
    assert.deepEqual(wrong, [], `SEED=${seed}`)
  },
)
