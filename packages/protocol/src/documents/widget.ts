import { ServerFrame, VisitorFrame } from '../widget/frames.ts'
import { asyncApi, framesOf, socketServer, type About, type Document } from './document.ts'

const DESCRIPTION = `What the widget and the server tell each other: JSON frames over a WebSocket, or over \`POST /widget/WIDGET_ID/frames\` where sockets are blocked. A frame with an \`id\` is answered by \`done\` or \`refused\` with the same id; it may be sent again after a break and happens once.`

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
