import { RATING_TEXT_MAX } from '@deskbell/protocol/limits'
import { cleanText, countCodePoints } from '@deskbell/protocol/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from '../../conversation/commit/input.ts'
import { isUnavailable } from '../../db/errors.ts'
import { makeDeadline } from '../../platform/deadline.ts'
import { bytesOf, takeAnyBody } from '../../platform/http/any-body.ts'
import type { HttpServices } from '../../platform/http/services.ts'
import type { Services } from '../../services.ts'
import { admit, bareFrame, frameOf, refuseUnknown } from './answers.ts'
import { openLink, type Opened } from './open.ts'
import { ratingForm, sendPage, sentence, stopForm, thanksPage, type Form, type Frame } from './page.ts'
import { CHOICES, RATING_PAGE, ratingPath, STOP_PAGE, type Choice, type Rating } from './places.ts'
import { rate } from './rate.ts'
import { stopMails } from './stop.ts'

type Needs = Pick<Services, 'clock' | 'commit' | 'config' | 'dataChanges' | 'db' | 'directory' | 'log' | 'rates'> &
  Pick<HttpServices, 'deadline'>

interface Link {
  Params: { token: string }
  Querystring: { r?: unknown; done?: unknown }
}
type Request = FastifyRequest<Link>
type Act = (opened: Opened, frame: Frame, request: Request, reply: FastifyReply) => Promise<FastifyReply>

/**
 * The pages that a mail which asks for a rating leads to. GET and HEAD change nothing, because programs that scan mails open
 * every link. The token alone gives access; there is no cookie, so a request from another site has no more than its token.
 */
export function ratingRoutes(app: FastifyInstance, services: Needs): void {
  const { clock, dataChanges, db } = services
  const inTime = makeDeadline(
    clock,
    services.deadline,
    () => new Unavailable('the store did not answer in time', 'slow'),
  )
  takeAnyBody(app)
  answerErrors(app, services)

  /** `act` is called for a link that is known. */
  const withLink = (act: Act) => async (request: Request, reply: FastifyReply) => {
    if (!admit(services, request, reply)) return reply
    const opened = await inTime(openLink(db, request.params.token))
    if (!opened) return refuseUnknown(services, request, reply)
    return act(opened, frameOf(services, opened), request, reply)
  }
  /** Those that rate end after their time. */
  const whileValid = (act: Act) =>
    withLink(async (opened, frame, request, reply) => {
      if (clock.now() < opened.until) return act(opened, frame, request, reply)
      return sendPage(reply, 410, frame, sentence(frame.words.rating.problem.ended))
    })

  app.get<Link>(
    RATING_PAGE,
    whileValid(async ({ rating }, frame, { params: { token }, query }, reply) => {
      const form: Form = { token, choice: choiceIn(query.r) ?? choiceOf(rating), text: '' }
      const isDone = query.done !== undefined && rating !== null
      return sendPage(reply, 200, frame, isDone ? thanksPage(frame, form) : ratingForm(frame, form))
    }),
  )

  app.post<Link>(
    RATING_PAGE,
    whileValid(async (opened, frame, request, reply) => {
      const { token } = request.params
      const { page, problem } = frame.words.rating
      const sent = new URLSearchParams(bytesOf(request).toString('utf8'))
      const text = cleanText(sent.get('text') ?? '').trim()
      const rating = ratingIn(sent.get('rating'))
      const again = (status: number, wrong: string) =>
        sendPage(reply, status, frame, ratingForm(frame, { token, choice: choiceOf(rating), text, wrong }))
      if (rating === null) return again(400, page.choose)
      if (countCodePoints(text) > RATING_TEXT_MAX) return again(400, page.tooLong(RATING_TEXT_MAX))
      const done = await inTime(rate(services, opened, { rating, text }))
      if (done === 'too_often') return again(429, page.tooOften)
      if (done === 'gone') return sendPage(reply, 404, frame, sentence(problem.unknown))
      // A reload of the page that follows sends nothing again.
      return reply
        .code(303)
        .headers({ location: `${ratingPath(token)}?done`, 'cache-control': 'no-store' })
        .send()
    }),
  )

  app.get<Link>(
    STOP_PAGE,
    withLink(async ({ stopped }, frame, { params }, reply) =>
      sendPage(reply, 200, frame, stopped ? stoppedPage(frame) : stopForm(frame, params.token)),
    ),
  )

  app.post<Link>(
    STOP_PAGE,
    withLink(async ({ account }, frame, { params }, reply) => {
      const contact = await inTime(stopMails(db, params.token, clock.now()))
      if (contact !== undefined) dataChanges.changed({ account, what: 'contacts', ids: [contact] })
      return sendPage(reply, 200, frame, stoppedPage(frame))
    }),
  )
}

const stoppedPage = ({ words, company }: Frame): string => sentence(words.rating.stopped.done(company))

const choiceIn = (given: unknown): Choice | undefined =>
  typeof given === 'string' && Object.hasOwn(CHOICES, given) ? (given as Choice) : undefined

const ratingIn = (given: string | null): Rating | null => (given === 'positive' || given === 'negative' ? given : null)

const choiceOf = (rating: Rating | null): Choice | undefined =>
  rating === null ? undefined : rating === 'positive' ? 'good' : 'bad'

/** Pages for what fails before a link is read, or in the server. */
function answerErrors(app: FastifyInstance, services: Needs): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const frame = bareFrame(services, request)
    const { busy, unknown } = frame.words.rating.problem
    if (error instanceof Unavailable || isUnavailable(error))
      return sendPage(reply.header('retry-after', '2'), 503, frame, sentence(busy))
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return sendPage(reply, status, frame, sentence(unknown))
    services.log.error({ err: error }, 'a page of a rating failed')
    return sendPage(reply, 500, frame, sentence(busy))
  })
}
