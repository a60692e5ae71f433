import { ServerFrame, VisitorFrame } from '../widget/frames.ts'
import { asyncApi, framesOf, socketServer } from './asyncapi.ts'
import type { About, Document } from './document.ts'

const DESCRIPTION = `The live connection between the widget and the server: JSON frames over a WebSocket, or over \`POST /widget/WIDGET_ID/frames\` where sockets are blocked. The server answers a frame with an \`id\` by \`done\` or \`refused\` with the same id. The widget may send such a frame again after a reconnect; it takes effect once.`

/** The socket of the widget. */
export const widgetDocument = (about: About): Document =>
  asyncApi(about, {
    title: 'Deskbell widget socket',
    description: DESCRIPTION,
    servers: socketServer(about.url),
    channels: {
      socket: {
        address: '/widget/{widget}/socket',
        description: 'One connection for each page.',
        parameters: { widget: { description: 'CHANNEL_PUBLIC_ID of the widget' } },
        receives: framesOf(VisitorFrame, 't'),
        sends: framesOf(ServerFrame, 't'),
        bindings: { ws: { method: 'GET' } },
      },
    },
  })
