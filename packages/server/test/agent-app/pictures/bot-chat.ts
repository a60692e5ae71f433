import type { Story } from './lumen.ts'

/** A chat that the bot answers: a question with buttons, the visitor's choice, and an answer with a link. */
export async function sayBotChat(story: Story): Promise<number> {
  const { ann, must, testServer } = story
  await must(ann, 'PATCH', '/bots/1', { channels: [1] })
  let serial = 0
  const says = async (message: object) => {
    await testServer.settled()
    const answer = await testServer.ask('/bot/webhooks/helper/provider-token-1', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ event: 'BOT_MESSAGE', id: `said-${++serial}`, chat_id: String(chat), message }),
    })
    if (answer.status >= 300) throw new Error(answer.text)
  }
  const vera = story.person('vera', 'Vera Lind')
  await vera.writes('Hello, where is my lamp?')
  const chat = await story.chatOf('Vera Lind')
  const buttons = [{ text: 'Yes, an order' }, { text: 'No, something else' }]
  await says({ type: 'BUTTONS', title: 'Is it about an order?', text: 'Is it about an order?', buttons })
  await testServer.settled()
  await vera.writes('1')
  await says({
    type: 'MARKDOWN',
    content: 'Order 2287 is **on its way** since *Monday*. [Follow it](https://post.example/2287)',
    text: 'Order 2287 is on its way.',
  })
  return chat
}
