import { PLACES } from '@deskbell/protocol/agent/places'
import { escapeHtml } from '@deskbell/protocol/html'
import type { LinkNotice } from '../settings/notices.ts'
import { page, type Written } from './page.ts'
import type { InLanguage } from './words/mail-words.ts'

export interface LinkMailTools extends InLanguage {
  readonly publicUrl: string
  /** The name of the account. */
  readonly company: string
  /** A time for readers. */
  readonly toTime: (ms: number) => string
}

/** An invitation, or the link that sets a new password, as a mail. */
export function writeLink(notice: LinkNotice, token: string, tools: LinkMailTools): Written {
  const { publicUrl, company, toTime, words } = tools
  const { kind, by, until } = notice
  const link = publicUrl + PLACES[kind](token)
  const isInvitation = kind === 'invitation'
  const { invitation, password } = words
  const subject = isInvitation ? invitation.subject(by ?? company, company) : password.subject(company)
  const lines = isInvitation
    ? invitation.lines(by ?? company, company)
    : [by === null ? password.asked(company) : password.made(by, company), password.follow]
  const end = words.linkEnds(toTime(until))
  const open = isInvitation ? invitation.open : password.open
  return {
    subject,
    text: [...lines, '', link, '', end].join('\n'),
    html: page(
      tools,
      `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}` +
        `<p><a href="${escapeHtml(link)}">${escapeHtml(open)}</a></p>` +
        `<p>${escapeHtml(end)}</p>`,
    ),
  }
}
