import {
  CannedAnswer,
  CannedAnswerChange,
  CannedAnswers,
  CannedFile,
  CannedUploadBody,
  NewCannedAnswer,
} from '../canned.ts'
import { Upload } from '../chat-bodies.ts'
import { CannedPath, ChatPath } from './paths.ts'
import { route } from './route.ts'

const tag = 'Canned answers'

/** Texts that agents send again and again: shared ones, and each agent's own. */
export const CANNED_ROUTES = {
  listCanned: route({
    method: 'GET',
    path: '/canned-answers',
    tag,
    summary: 'List canned answers',
    description: 'The shared ones and your own, the most used first.',
    may: 'canned.see',
    answers: { 200: CannedAnswers },
  }),
  addCanned: route({
    method: 'POST',
    path: '/canned-answers',
    tag,
    summary: 'Add a canned answer',
    description: 'One of your own, or, for owners and admins, a shared one. An unknown variable is refused.',
    may: 'canned.own',
    body: NewCannedAnswer,
    answers: { 201: CannedAnswer },
  }),
  changeCanned: route({
    method: 'PATCH',
    path: '/canned-answers/:canned',
    tag,
    summary: 'Change a canned answer',
    description: 'Fields that are left out stay unchanged. Owners and admins change shared ones.',
    may: 'canned.own',
    params: CannedPath,
    body: CannedAnswerChange,
    answers: { 200: CannedAnswer },
  }),
  removeCanned: route({
    method: 'DELETE',
    path: '/canned-answers/:canned',
    tag,
    summary: 'Remove a canned answer',
    may: 'canned.own',
    params: CannedPath,
    answers: { 204: null },
  }),
  useCanned: route({
    method: 'POST',
    path: '/canned-answers/:canned/use',
    tag,
    summary: 'Count a use of a canned answer',
    description: 'The answers are listed by use.',
    may: 'canned.see',
    params: CannedPath,
    answers: { 204: null },
  }),
  uploadCannedFile: route({
    method: 'POST',
    path: '/canned-answers/files',
    tag,
    summary: 'Upload a file for a canned answer',
    description:
      'The file in the field `file`, at most 25 MB. It is removed after a day, unless you name it in the `files` of a canned answer. The files of shared answers may have 1 GB together, those of your own answers 250 MB.',
    may: 'canned.own',
    form: { file: true },
    answers: { 200: CannedFile },
  }),
  copyCannedFile: route({
    method: 'POST',
    path: '/chats/:chat/uploads/canned',
    tag,
    summary: 'Copy a file of a canned answer into a chat',
    description:
      'The copy is an upload of yours in this chat: name it in the `attachments` of a message. It stays when the answer is removed.',
    may: 'chat.write',
    params: ChatPath,
    body: CannedUploadBody,
    answers: { 200: Upload },
  }),
}
