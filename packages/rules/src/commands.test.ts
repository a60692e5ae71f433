import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { COMMAND_KINDS } from './commands.ts'
import { decide, opened, type ChatState } from './index.ts'

test('every command in the registry has a file of its name', () => {
  const files = readdirSync(new URL('commands', import.meta.url)).toSorted()
  const types = Object.keys(COMMAND_KINDS).map((type) => `${type.replace('.', '-')}.ts`)
  assert.deepEqual(files, types.toSorted(), 'each file in commands/ is one command of the registry')
  for (const [type, kind] of Object.entries(COMMAND_KINDS)) assert.equal(kind.type, type)
})

test('only a message of a visitor and a first message of an agent open a chat', () => {
  const opening = Object.values(COMMAND_KINDS).filter(({ opens }) => opens)
  assert.deepEqual(
    opening.map(({ type }) => type),
    ['visitor.write', 'agent.start'],
  )
})

test('an erased chat refuses every command', () => {
  const erased: ChatState = { ...opened(0), owner: { kind: 'nobody' }, erased: true }
  const facts = { now: 1, known: {}, bot: null, available: true }
  assert.deepEqual(decide(erased, { type: 'time.pass' }, facts), { refused: 'closed' })
  assert.deepEqual(decide(erased, { type: 'delivery.succeeded', of: 1 }, facts), { refused: 'closed' })
})
