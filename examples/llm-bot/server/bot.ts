import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeChats } from './chats.ts'
import type { Config } from './config.ts'
import { openDeskbell } from './deskbell.ts'
import { Answer, sendJson } from './http.ts'
import { openModel } from './model.ts'
import { makeReceiver } from './receive.ts'

export function openBot({ deskbellUrl, token, model }: Config) {
  const chats = makeChats({ deskbell: openDeskbell(deskbellUrl), model: openModel(model), deadline: model.deadline })
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
