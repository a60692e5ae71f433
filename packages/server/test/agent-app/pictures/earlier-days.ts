import type { Story } from './lumen.ts'

/** Days ago, time, id and name of the visitor, question, answer, tag. */
const CLOSED = [
  [21, '15:02', 'maria', 'Maria Lopez', 'Is the Dune dimmable?', 'It is, with any dimmer for LEDs.', null],
  [9, '11:20', 'noor', 'Noor Haddad', 'Do you gift-wrap?', 'We do, with a card in your words.', null],
  [6, '09:48', 'leo', 'Leo Martin', 'Bonjour, où est mon colis ?', 'Il arrive mardi.', 'Shipping'],
  [
    5,
    '16:31',
    'sofia',
    'Sofia Almeida',
    'One of the two Rosas flickers.',
    'A new one is on its way to you.',
    'Returns',
  ],
  [
    4,
    '13:05',
    'erik',
    'Erik Lund',
    'Can you make a Fjord in black?',
    'In about three weeks, for € 20 more.',
    'Custom order',
  ],
  [
    1,
    '10:12',
    'mei',
    'Mei Chen',
    'Hello from Shanghai! Do you ship to us?',
    'Yes, for € 28, within ten days.',
    'Shipping',
  ],
  [1, '17:26', 'paul', 'Paul Novotný', 'Thank you, it shines!', 'That makes us happy, Paul.', null],
] as const

/** Chats that were closed on the days before. Resolves with the last one. */
export async function sayEarlier(story: Story, tags: Record<string, number>): Promise<number> {
  const { ann, bob, must } = story
  let last = 0
  for (const [index, [days, time, id, name, question, answer, tag]] of CLOSED.entries()) {
    await story.at(time, days)
    await story.person(id, name, { photo: id === 'maria' }).writes(question)
    const chat = await story.chatOf(name)
    const agent = index % 2 === 0 ? ann : bob
    await agent.accepts(chat)
    await agent.writes(chat, answer)
    if (tag !== null) await must(agent, 'POST', `/chats/${chat}/tags`, { add: [tags[tag]] })
    await agent.closes(chat)
    last = chat
  }
  return last
}
