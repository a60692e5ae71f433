import { NoteBody, SendBody, Sent, Upload } from '../chat-bodies.ts'
import { OnceHeaders } from './once.ts'
import { ChatPath, MessagePath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Messages'

/** Messages of agents: texts, files, and sending a message again that was not delivered. */
export const MESSAGE_ROUTES = {
  sendMessage: route({
    method: 'POST',
    path: '/chats/:chat/messages',
    tag,
    summary: 'Send a message',
    description:
      'A text, up to 10 uploaded files, or both. Only the agent who holds the chat writes in it: accept it first. `n` is the number of the message. On a channel whose messages carry one file, each file is sent as a message of its own, the text with the first; their numbers follow `n`.',
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
      'The file in the field `file`, at most 25 MB. It is removed after a day, unless you name it in the `attachments` of a message in this chat.',
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
      'Sends a message with one file in one request: the file in the field `file`, at most 25 MB; `text` is a caption.',
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
    description: 'Only for a message that was not delivered.',
    may: 'chat.write',
    params: MessagePath,
    answers: { 200: Sent },
  }),
}

/** Private notes of agents. */
export const NOTE_ROUTES = {
  writeNote: route({
    method: 'POST',
    path: '/chats/:chat/notes',
    tag,
    summary: 'Write a private note',
    description:
      'Only agents read it: it is sent to no visitor, bot or webhook, and no transcript contains it. Allowed to every agent who may see the chat, not only to its holder, and also after its end. `n` is the number of its entry.',
    may: 'chat.write',
    params: ChatPath,
    headers: OnceHeaders,
    body: NoteBody,
    answers: { 200: Sent },
  }),
}
