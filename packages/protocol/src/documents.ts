import { agentDocument } from './documents/agent.ts'
import { botDocument } from './documents/bot.ts'
import { channelDocument } from './documents/channel.ts'
import type { About, Document } from './documents/document.ts'
import { eventsDocument } from './documents/events.ts'
import { widgetDocument } from './documents/widget.ts'

export type { About, Document } from './documents/document.ts'

/** Documents of the interfaces by the path at which they are served. They are made of the schemas that check. */
export const DOCUMENTS: Readonly<Record<string, (about: About) => Document>> = {
  '/openapi/channel.json': channelDocument,
  '/openapi/bot.json': botDocument,
  '/asyncapi/events.json': eventsDocument,
  '/asyncapi/widget.json': widgetDocument,
  '/asyncapi/agent.json': agentDocument,
}
