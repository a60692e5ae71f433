import { Type } from 'typebox'
import { SendBody, Sent, Upload } from '../chat.ts'
import { ChatPath, MessagePath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Messages'

/** A request that may be sent again with the same effect once: the key makes both the same (A13). */
const OnceHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'a key of your own for this request: sent again with it within 24 hours, it gives the first answer',
    }),
  ),
})

/** What agents write: text, files, and either once more when it was not delivered. */
export const MESSAGE_ROUTES = {
  sendMessage: route({
    method: 'POST',
    path: '/chats/:chat/messages',
    tag,
    summary: 'Send a message',
    description:
      'A text, up to 10 uploaded files, or both. Only the agent who holds the chat writes in it: accept it first. `n` is the number of the message. A channel whose messages carry one file gets a message for each file, the text with the first: their numbers follow `n`.',
    may: 'chat.write',
    params: ChatPath,
    headers: OnceHeaders,
    body: SendBody,
    answers: { 200: Sent },
  }),
  uploadFile: route({
    method: 'POST',
    path: '/chats/:chat/uploads',
    tag,
    summary: 'Upload a file',
    description:
      'The file in the field `file`, at most 25 MB. It waits a day for a message of yours in this chat that names it in `attachments`.',
    may: 'chat.write',
    params: ChatPath,
    form: { file: true },
    answers: { 200: Upload },
  }),
  sendFile: route({
    method: 'POST',
    path: '/chats/:chat/files',
    tag,
    summary: 'Send a file at once',
    description:
      'A message with one file, in one request: the file in the field `file`, at most 25 MB; `text` is a caption.',
    may: 'chat.write',
    params: ChatPath,
    headers: OnceHeaders,
    form: { file: true, text: true },
    answers: { 200: Sent },
  }),
  resendMessage: route({
    method: 'POST',
    path: '/chats/:chat/messages/:n/resend',
    tag,
    summary: 'Send a message again',
    description: 'One that stands as not delivered.',
    may: 'chat.write',
    params: MessagePath,
    answers: { 200: Sent },
  }),
}
