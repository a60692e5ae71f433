import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageFor } from '@deskbell/protocol/widget/labels'
import { WIDGET_DEFAULTS } from '@deskbell/protocol/widget/settings'
import { networkOf } from '../../platform/network.ts'
import type { Services } from '../../services.ts'
import { logoUrl } from '../../settings/logo-place.ts'
import { UNKNOWN_CALLERS } from '../../settings/rate-limits.ts'
import { wordsForVisitor, wordsIn } from '../words/words-for.ts'
import { companyFor } from './company.ts'
import type { Opened } from './open.ts'
import { sendPage, sentence, type Frame } from './page.ts'

type Needs = Pick<Services, 'config' | 'directory' | 'rates'>

/** The frame of the pages of a link, in the language of its mail. */
export function frameOf({ config, directory }: Needs, { account, channel, lang }: Opened): Frame {
  const { publicUrl } = config
  return {
    ...wordsForVisitor(directory, { account, channel, lang }),
    company: companyFor(directory, account, publicUrl),
    logo: logoUrl(publicUrl, directory.account(account)?.logo ?? null),
    colour: directory.channel(account, channel)?.widget?.colour ?? WIDGET_DEFAULTS.colour,
    publicUrl,
  }
}

/** The frame where the link is unknown: in the language of the browser, and without the name of a company. */
export function bareFrame({ config }: Needs, { headers }: FastifyRequest): Frame {
  const tags = (headers['accept-language'] ?? '').split(',', 10).map((part) => part.split(';', 1)[0]?.trim() ?? '')
  const language = languageFor('auto', tags)
  return { ...wordsIn(language), company: '', logo: null, colour: WIDGET_DEFAULTS.colour, publicUrl: config.publicUrl }
}

/**
 * Whether a request may be answered now; else it has its answer. Requests of an address are limited, and unknown links more:
 * an address that has guessed too often is refused before the database is asked (T46).
 */
export function admit(needs: Needs, request: FastifyRequest, reply: FastifyReply): boolean {
  const address = networkOf(request.ip)
  const taken = needs.rates(UNKNOWN_CALLERS, 'widgetPagesPerAddress').take(address)
  const guesses = needs.rates(UNKNOWN_CALLERS, 'notFoundPerAddress').peek(address)
  const over = taken.ok ? guesses : taken
  if (over.ok) return true
  const frame = bareFrame(needs, request)
  void sendPage(reply.headers(over.headers()), 429, frame, sentence(frame.words.rating.problem.busy))
  return false
}

/** The answer to a link that never was, or whose chat was erased. */
export function refuseUnknown(needs: Needs, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  needs.rates(UNKNOWN_CALLERS, 'notFoundPerAddress').take(networkOf(request.ip))
  const frame = bareFrame(needs, request)
  return sendPage(reply, 404, frame, sentence(frame.words.rating.problem.unknown))
}
