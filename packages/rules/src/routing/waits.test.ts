import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releasedAt, waitsOf, type WaitMark } from './waits.ts'

const T = 1000
const run = (...marks: WaitMark[]) =>
  waitsOf({ at: T, team: null }, marks).map(({ at, until, agent, heldUntil, team }) => [
    at,
    until,
    agent,
    heldUntil,
    team,
  ])

test('a chat waits until an agent joins, who has it until it is closed', () => {
  assert.deepEqual(run(), [[T, null, null, null, null]])
  assert.deepEqual(run({ type: 'agent.joined', at: 2000, agent: 7 }), [[T, 2000, 7, null, null]])
  assert.deepEqual(run({ type: 'agent.joined', at: 2000, agent: 7 }, { type: 'chat.closed', at: 5000 }), [
    [T, 2000, 7, 5000, null],
  ])
  assert.deepEqual(run({ type: 'chat.closed', at: 5000 }), [[T, 5000, null, null, null]])
})

test('a chat with a bot waits from the moment on in which the bot leaves it or calls an agent', () => {
  const bot: WaitMark = { type: 'bot.joined', at: T }
  assert.deepEqual(run(bot), [])
  assert.deepEqual(run(bot, { type: 'bot.left', at: 3000 }, { type: 'agent.joined', at: 4000, agent: 7 }), [
    [3000, 4000, 7, null, null],
  ])
  const called: WaitMark = { type: 'agent.invited', at: 2000 }
  assert.deepEqual(run(bot, called, { type: 'bot.left', at: 3000 }, { type: 'agent.joined', at: 4000, agent: 7 }), [
    [2000, 4000, 7, null, null],
  ])
})

test('a chat that an agent leaves waits again, for the department that was chosen last', () => {
  assert.deepEqual(
    run(
      { type: 'department.chosen', at: T, department: 1 },
      { type: 'agent.joined', at: 2000, agent: 7 },
      { type: 'department.changed', at: 3000, department: 2 },
      { type: 'agent.joined', at: 4000, agent: 8 },
      { type: 'agent.left', at: 5000 },
      { type: 'chat.closed', at: 6000 },
    ),
    [
      [T, 2000, 7, 3000, 1],
      [3000, 4000, 8, 5000, 2],
      [5000, 6000, null, null, 2],
    ],
  )
})

test('a chat that goes from agent to agent waits once', () => {
  assert.deepEqual(
    run(
      { type: 'agent.joined', at: 2000, agent: 7 },
      { type: 'agent.joined', at: 3000, agent: 8 },
      { type: 'chat.closed', at: 6000 },
    ),
    [[T, 2000, 7, 3000, null]],
  )
})

const over = (to: 'department' | 'bot' | 'form', at: number, department?: number): WaitMark => ({
  ...{ type: 'chat.overflowed', at, to },
  ...(department !== undefined && { department }),
})
const went = (team: number | undefined, marks: WaitMark[]) =>
  waitsOf({ at: T, team: team ?? null }, marks).map(({ at, until, agent, overflowed }) => [
    ...[at, until, agent],
    ...(overflowed ? [overflowed.at, overflowed.team, overflowed.to.join()] : []),
  ])

test('S9 a wait that overflowed is one until an agent joins or the chat ends, and says for whom it began', () => {
  const joined: WaitMark = { type: 'agent.joined', at: 9000, agent: 7 }
  const closed: WaitMark = { type: 'chat.closed', at: 9000 }
  assert.deepEqual(went(4, [over('department', 2000, 5), joined]), [[T, 9000, 7, T, 4, 'department']])
  assert.deepEqual(went(undefined, [over('department', 2000, 5), over('form', 3000), closed]), [
    [T, 9000, null, T, undefined, 'department,form'],
  ])
  const toBot = [over('bot', 2000), { type: 'bot.joined', at: 2000 }] as WaitMark[]
  assert.deepEqual(went(4, [...toBot, closed]), [[T, 9000, null, T, 4, 'bot']])
  assert.deepEqual(went(4, [...toBot, { type: 'bot.left', at: 3000 }, joined]), [[T, 9000, 7, T, 4, 'bot']])
  assert.deepEqual(went(4, [...toBot, { type: 'agent.invited', at: 3000 }, { type: 'bot.left', at: 4000 }, joined]), [
    [T, 9000, 7, T, 4, 'bot'],
  ])
  // An agent gave it to another team.
  const given: WaitMark = { type: 'department.changed', at: 3000, department: 6 }
  assert.deepEqual(went(4, [over('department', 2000, 5), given, joined]), [[T, 9000, 7, T, 6, 'department']])
  // What comes after the agent is another wait.
  assert.deepEqual(
    went(4, [over('department', 2000, 5), joined, { type: 'agent.left', at: 9500 }, { ...closed, at: 9900 }]),
    [
      [T, 9000, 7, T, 4, 'department'],
      [9500, 9900, null],
    ],
  )
})

test('S9 the wait of a chat that its bot has goes on from what the chat knows of it', () => {
  const overflowed = { at: T, team: 4, to: ['bot'] as const }
  assert.deepEqual(
    waitsOf({ at: null, team: 4, overflowed }, [
      { type: 'bot.left', at: 3000 },
      { type: 'agent.joined', at: 4000, agent: 7 },
    ]),
    [{ at: T, until: 4000, agent: 7, heldUntil: null, team: 4, overflowed }],
  )
})

test('a holder has the chat until the first entry that takes it from them', () => {
  assert.equal(releasedAt([]), null)
  assert.equal(releasedAt([{ type: 'department.chosen', at: 2000, department: 1 }]), null)
  assert.equal(
    releasedAt([
      { type: 'agent.left', at: 3000 },
      { type: 'chat.closed', at: 4000 },
    ]),
    3000,
  )
})
