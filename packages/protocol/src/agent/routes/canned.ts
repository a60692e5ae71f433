import { CannedAnswer, CannedAnswerChange, CannedAnswers, NewCannedAnswer } from '../canned.ts'
import { CannedPath } from './paths.ts'
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
}
