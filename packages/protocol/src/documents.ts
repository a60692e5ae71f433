import { agentDocument } from './documents/agent.ts'
import { botDocument } from './documents/bot.ts'
import { channelDocument } from './documents/channel.ts'
import type { Document } from './documents/document.ts'
import { eventsDocument } from './documents/events.ts'
import { widgetDocument } from './documents/widget.ts'
import { WIRE_VERSIONS } from './versions.ts'

export type { Document } from './documents/document.ts'

/** Documents of the interfaces by the path at which a server serves them, made of the schemas that check requests. */
export const DOCUMENTS: Readonly<Record<string, (url: string) => Document>> = {
  '/openapi/channel.json': (url) => channelDocument({ url, version: WIRE_VERSIONS.channel }),
  '/openapi/bot.json': (url) => botDocument({ url, version: WIRE_VERSIONS.bot }),
  '/asyncapi/events.json': (url) => eventsDocument({ url, version: WIRE_VERSIONS.events }),
  '/asyncapi/widget.json': (url) => widgetDocument({ url, version: WIRE_VERSIONS.widget }),
  '/asyncapi/agent.json': (url) => agentDocument({ url, version: WIRE_VERSIONS.agent }),
}
