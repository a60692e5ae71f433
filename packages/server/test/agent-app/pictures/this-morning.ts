import type { Story } from './lumen.ts'
import { MORNING } from './set-clock.ts'

/** The chats that are open. */
export async function sayThisMorning(story: Story, tags: Record<string, number>, bobId: number) {
  const { ann, bob, must } = story
  const read = async (chat: number) =>
    must(ann, 'POST', `/chats/${chat}/read`, {
      n: (await ann.entries(chat)).at(-1)?.n,
      received: (await ann.chat(chat)).received,
    })
  const tag = (chat: number, name: string) => must(ann, 'POST', `/chats/${chat}/tags`, { add: [tags[name]] })

  await story.at('16:55', 1)
  const hugo = story.person('hugo', 'Hugo Lefèvre', { photo: true })
  await hugo.writes('We are fitting out a café in Lyon and need 14 Fjords. Is there a price for that?')
  const wholesale = await story.chatOf('Hugo Lefèvre')
  await story.at('17:05', 1)
  await ann.accepts(wholesale)
  await tag(wholesale, 'Wholesale')
  await ann.writes(wholesale, 'There is. I talk to Bob and write to you in the morning.')
  await read(wholesale)

  await story.at('09:31')
  await story.person('tom', 'Tom Becker').writes('My Fjord hums a little. Is that normal?')
  const held = await story.chatOf('Tom Becker')
  await story.at('09:33')
  await bob.accepts(held)
  await tag(held, 'Repair')
  await bob.writes(held, 'It should not. Does it also hum when it is fully bright?')
  await story.at('09:36')
  await story.testServer.visitor('tom').writes('Only when it is dimmed, below the half.')
  await bob.writes(held, 'Then it is the dimmer. Which one is it? A photo of it helps.')
  await read(held)

  await story.at('09:52')
  await story.person('ines', 'Inês Duarte').writes('The glass of my Rosa broke in the post…')
  const broken = await story.chatOf('Inês Duarte')
  await bob.accepts(broken)
  await bob.writes(broken, 'Oh no! We send you a new one today, and you keep the rest.')
  await read(broken)

  await story.at('10:04')
  await story.person('amara', 'Amara Okafor', { photo: true }).writes('Can I change the address of order 2291?')
  const order = await story.chatOf('Amara Okafor')
  await story.at('10:06')
  await ann.accepts(order)
  await ann.writes(order, 'Of course. Where shall it go?')
  await story.at('10:19')
  await story.testServer.visitor('amara').writes('To my office: 12 Mill Lane, Bristol.')
  await story.testServer.visitor('amara').writes('Thank you!')

  const mine = await sayMaria(story, tags, bobId)

  await story.at('10:31')
  const olga = story.person('olga', 'Olga Novak')
  await olga.writes('Do you ship to Prague, and what does it cost?')
  await olga.writes('It is for two lamps.')
  const waiting = await story.chatOf('Olga Novak')
  await tag(waiting, 'Shipping')
  await story.at('10:38')
  await story.person('sara', 'سارة منصور').writes('مرحبا، هل المتجر مفتوح اليوم؟')
  await story.at('10:41')
  await story.person('yuki', 'Yuki Tanaka').writes('Can I visit you on Saturday?')
  return { mine, held, waiting }
}

/** The chat that pictures show open: a question, a note of a colleague, a picture, a formatted answer. */
async function sayMaria(story: Story, tags: Record<string, number>, bobId: number): Promise<number> {
  const { ann, bob, must, integrator } = story
  await story.at('10:12')
  const maria = story.person('maria', 'Maria Lopez', { photo: true, phone: '+34 600 555 017' })
  await maria.writes('Hi! Is there a longer cable for the Dune?')
  const mine = await story.chatOf('Maria Lopez')
  await story.at('10:13')
  await ann.accepts(mine)
  await must(ann, 'POST', `/chats/${mine}/tags`, { add: [tags['Custom order']] })
  await ann.writes(mine, 'Hello Maria! Yes: 2 m as it is, and we make it with up to 5 m for you.')
  await ann.writes(mine, 'Which length do you need?')
  await story.at('10:16')
  await maria.writes('3 m, please! This is where it will stand:')
  await maria.sends({ type: 'photo', file: `${integrator.url}/lamp.png`, file_name: 'lamp.png', file_size: 20_000 })
  await story.at('10:21')
  await must(ann, 'POST', `/chats/${mine}/notes`, {
    text: '@Bob Fischer do we have the sand-coloured cable in 3 m?',
    mentions: [bobId],
  })
  await story.at('10:24')
  await must(bob, 'POST', `/chats/${mine}/notes`, { text: 'Yes, two of them. I put one aside for her.' })
  await story.at('10:27')
  await ann.writes(mine, 'What a beautiful place! We have the cable in sand, too. It would be € 93 in all.')
  await story.at('10:40')
  await maria.writes('Wonderful. Can I still dim it then?')
  const { contact } = (await ann.chat(mine)).visitor
  await must(ann, 'PATCH', `/contacts/${contact}`, {
    externalId: 'C-1842',
    fields: [
      { title: 'Company', content: 'Studio Arena' },
      { title: 'Birthday', content: '4 May' },
    ],
  })
  await must(ann, 'POST', `/contacts/${contact}/notes`, { text: 'Interior designer. Orders for clients in Valencia.' })
  await addTasks(story, contact, mine)
  return mine
}

/** What Ann has to do for Maria: something that is late, something today, later, and at no certain time. */
async function addTasks({ ann, must }: Story, contact: number | undefined, chat: number): Promise<void> {
  const { body: me } = await ann.call('GET', '/me')
  const add = (text: string, due: number | null, assignee: unknown = me['id']) =>
    must(ann, 'POST', `/contacts/${contact}/tasks`, { text, due, assignee, chat })
  await add('Put the 3 m cable aside', MORNING - 2 * HOUR)
  await add('Send the offer for the Dune with 3 m of cable', MORNING + 4 * HOUR)
  await add('Ask whether the cable fits', MORNING + 7 * 24 * HOUR)
  await add('Ask for a picture of the finished room', null, null)
}

const HOUR = 60 * 60_000
