import { EVENT_SHAPES } from '../webhook/events.ts'
import { ChatAcceptedAnswer, EventAnswer } from '../webhook/answer-shapes.ts'
import { asyncApi, type About, type Document } from './document.ts'

const DESCRIPTION = `Events that are posted to the webhooks of an account, and given to receivers that ask for them at \`GET /api/events\`. Each request is signed as in Standard Webhooks: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. Any 2xx is delivered; everything else is tried again for 24 hours.`

/** Event webhooks (area C3). */
export function eventsDocument(about: About): Document {
  const { host, protocol } = new URL(about.url)
  return asyncApi(about, {
    title: 'Deskbell events',
    description: DESCRIPTION,
    servers: { deskbell: { host, protocol: protocol.slice(0, -1) } },
    channels: {
      webhook: {
        address: '{webhook}',
        description: 'One POST for each event. The answer to `chat_accepted` may hold what agents see beside the chat.',
        parameters: { webhook: { description: 'the address of the webhook, as the operator has entered it' } },
        sends: EVENT_SHAPES,
        receives: { answer_to_chat_accepted: ChatAcceptedAnswer, answer: EventAnswer },
      },
    },
  })
}
