import { createHash } from 'node:crypto'
import { escapeHtml } from '@deskbell/protocol/html'
import { RATING_TEXT_MAX } from '@deskbell/protocol/limits'
import type { FastifyReply } from 'fastify'
import type { InLanguage } from '../words/mail-words.ts'
import { CHOICES, ratingPath, stopPath, type Choice } from './places.ts'
import { styleOf } from './style.ts'

/** What surrounds a page. */
export interface Frame extends InLanguage {
  readonly company: string
  readonly logo: string | null
  /** Of the channel's widget. */
  readonly colour: string
  /** The origin of the logo. */
  readonly publicUrl: string
}

/** What the form of a rating shows. */
export interface Form {
  readonly token: string
  readonly choice: Choice | undefined
  readonly text: string
  /** What is wrong with what was sent. */
  readonly wrong?: string
}

const THUMBS: Readonly<Record<Choice, string>> = {
  good: 'M7 11l4-8c2 0 3 1 3 3v3h5c1 0 2 1 1.8 2l-1 7c-.2 1-1 2-2 2H7zM3 11h4v9H3z',
  bad: 'M17 13l-4 8c-2 0-3-1-3-3v-3H5c-1 0-2-1-1.8-2l1-7c.2-1 1-2 2-2H17zM21 13h-4V4h4z',
}

/** The form, with the choice of the link in the mail. Nothing is stored before it is sent: mail programs open links, too. */
export function ratingForm({ words, company }: Frame, { token, choice, text, wrong }: Form, level = 'h1'): string {
  const { good, bad, page } = words.rating
  const names = { good, bad }
  const options = (Object.keys(CHOICES) as Choice[]).map(
    (one) =>
      `<div><input type="radio" name="rating" id="${one}" value="${CHOICES[one]}" required${one === choice ? ' checked' : ''}>` +
      `<label for="${one}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${THUMBS[one]}"/></svg>${escapeHtml(names[one])}</label></div>`,
  )
  return (
    `<form method="post" action="${ratingPath(token)}">` +
    `${wrong === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`}` +
    `<fieldset><legend><${level}>${escapeHtml(page.title(company))}</${level}></legend><div class="two">${options.join('')}</div></fieldset>` +
    `<textarea name="text" maxlength="${RATING_TEXT_MAX}" placeholder="${escapeHtml(page.text)}" ` +
    `aria-label="${escapeHtml(page.text)}">\n${escapeHtml(text)}</textarea>` +
    `<button>${escapeHtml(page.send)}</button></form>`
  )
}

/** After the rating: thanks, and the form to change it. */
export const thanksPage = (frame: Frame, form: Form): string =>
  `<div role="status"><h1>${escapeHtml(frame.words.rating.page.thanks)}</h1></div>` +
  `<details><summary>${escapeHtml(frame.words.rating.page.change)}</summary>${ratingForm(frame, form, 'h2')}</details>`

/** Asks before it ends the mails: mail programs open this link, too. */
export const stopForm = ({ words, company }: Frame, token: string): string =>
  `<form method="post" action="${stopPath(token)}"><h1>${escapeHtml(words.rating.stopped.title)}</h1>` +
  `<p>${escapeHtml(words.rating.stopped.ask(company))}</p><button>${escapeHtml(words.rating.stopped.do)}</button></form>`

/** One sentence. */
export const sentence = (text: string): string => `<h1>${escapeHtml(text)}</h1>`

/** Sends a page. It has no script, loads only the company's logo, is in no cache and no search engine, and in no frame. */
export function sendPage(reply: FastifyReply, status: number, frame: Frame, body: string): FastifyReply {
  const { company, language, logo, publicUrl, words } = frame
  const style = styleOf(frame.colour)
  const hash = createHash('sha256').update(style).digest('base64')
  const title = company === '' ? 'Deskbell' : words.rating.page.title(company)
  const head =
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style>`
  const picture = logo === null ? '' : `<img src="${escapeHtml(logo)}" alt="">`
  const top = company === '' ? '' : `<header>${picture}<bdi>${escapeHtml(company)}</bdi></header>`
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        `default-src 'none'; style-src 'sha256-${hash}'; img-src ${new URL(publicUrl).origin}; ` +
        `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    })
    .send(
      `<!doctype html><html lang="${language}" dir="${words.dir}"><head>${head}</head><body>${top}<main>${body}</main></body></html>`,
    )
}
