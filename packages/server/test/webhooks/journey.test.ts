import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testKinds } from '../db.ts'
import { startWithCrm } from './hook.ts'

for (const kind of testKinds()) {
  test(`C11 C14 C15 a chat with a CRM, ${kind}`, async (t) => {
    const { server, crm, close } = await startWithCrm({ kind })
    t.after(close)
    const [visitor, ann] = [server.visitor('v1', { name: 'Vera' }), server.agent()]
    crm.answers(
      {
        result: 'ok',
        custom_data: [{ title: 'Plan', content: 'Gold' }],
        contact_info: { name: 'Vera Crm', email: 'vera@crm.test' },
        crm_link: 'https://crm.test/card/7',
      },
      200,
      1,
    )
    await visitor.writes('Hello')
    const chat = 1
    await ann.accepts(chat)
    const accepted = await crm.nextEvent('chat_accepted')
    assert.equal(accepted.event.agent.name, 'Ann')
    const assigned = await crm.nextEvent('chat_assigned')
    assert.equal(assigned.event.assign_to, 'https://crm.test/card/7')
    await crm.nextEvent('chat_updated')
    await ann.writes(chat, 'Hi')
    await ann.closes(chat)
    const finished = await crm.nextEvent('chat_finished')
    assert.deepEqual(
      finished.event.chat.messages.map(({ message }) => message),
      ['Hello', 'Hi'],
    )
    assert.deepEqual(crm.names(), ['chat_accepted', 'chat_assigned', 'chat_updated', 'chat_finished'])
  })
}
