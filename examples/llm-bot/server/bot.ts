import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeChats } from './chats.ts'
import type { Config } from './config.ts'
import { openDesk } from './desk.ts'
import { Answer, sendJson } from './http.ts'
import { openModel } from './model.ts'
import { makeReceiver } from './receive.ts'

export function openBot({ deskUrl, token, model }: Config) {
  const chats = makeChats({ desk: openDesk(deskUrl), model: openModel(model), deadline: model.deadline })
  const receive = makeReceiver(token, chats)

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      receive(request).then(
        () => sendJson(response, 200, { result: 'ok' }),
        (error: unknown) => {
          if (response.destroyed) return
          if (!(error instanceof Answer)) console.error(error)
          const { status, code, message } =
            error instanceof Answer ? error : new Answer(500, 'invalid_request', 'Something went wrong.')
          response.setHeader('connection', 'close')
          sendJson(response, status, { error: { code, message } })
        },
      )
    },
  }
}
