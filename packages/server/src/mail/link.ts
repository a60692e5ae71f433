import { PLACES } from '@deskbell/protocol/agent/places'
import { escapeHtml } from '@deskbell/protocol/webhook/log'
import type { LinkNotice } from '../settings/notices.ts'
import { page, type Written } from './page.ts'

export interface LinkMailTools {
  readonly publicUrl: string
  /** The name of the account. */
  readonly company: string
  /** A time for readers. */
  readonly toTime: (ms: number) => string
}

/** An invitation, or the link that sets a new password, as a mail. */
export function writeLink(notice: LinkNotice, token: string, { publicUrl, company, toTime }: LinkMailTools): Written {
  const { kind, by, until } = notice
  const link = publicUrl + PLACES[kind](token)
  const isInvitation = kind === 'invitation'
  const subject = isInvitation ? `${by ?? company} invites you to ${company}` : `Set a new password for ${company}`
  const lines = isInvitation
    ? [
        `${by ?? company} invites you to answer the chats of ${company} in Deskbell.`,
        'Follow the link to set your name and your password.',
      ]
    : [
        by === null
          ? `You, or somebody else, asked for a new password at ${company}.`
          : `${by} made this link, so that you can set a new password at ${company}.`,
        'Follow the link to set it. If you did not want this, ignore this mail: your password stays as it is.',
      ]
  const end = `The link can be used once, until ${toTime(until)}. Do not forward it: it gives access.`
  return {
    subject,
    text: [...lines, '', link, '', end].join('\n'),
    html: page(
      `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}` +
        `<p><a href="${escapeHtml(link)}">${isInvitation ? 'Accept the invitation' : 'Set a new password'}</a></p>` +
        `<p>${escapeHtml(end)}</p>`,
    ),
  }
}
