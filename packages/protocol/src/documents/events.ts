import { EVENT_SHAPES } from '../webhook/events.ts'
import { ChatAcceptedAnswer, EventAnswer } from '../webhook/answer-shapes.ts'
import { asyncApi } from './asyncapi.ts'
import type { About, Document } from './document.ts'

const DESCRIPTION = `Events that are posted to the webhooks of an account, and returned to receivers that request them from \`GET /api/events\`. Each request is signed as in Standard Webhooks: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. Any 2xx is delivered; after any other answer the server tries again, with up to 13 attempts in about 76 hours.`

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
        description:
          'One POST for each event. The answer to `chat_accepted` may contain data that agents see beside the chat.',
        parameters: { webhook: { description: 'the address in the settings of the webhook' } },
        sends: EVENT_SHAPES,
        receives: { answer_to_chat_accepted: ChatAcceptedAnswer, answer: EventAnswer },
      },
    },
  })
}
