import { PLACES } from '@deskbell/protocol/agent/places'
import { escapeHtml } from '@deskbell/protocol/html'
import type { WebhookNotice } from '../settings/notices.ts'
import { page, type Written } from './page.ts'
import type { InLanguage } from './words/mail-words.ts'

/** A notice as a mail: the problem, its consequences, and what to do. */
export function writeNotice(
  { kind, webhook, name, reason }: WebhookNotice,
  publicUrl: string,
  inLanguage: InLanguage,
): Written {
  const words = inLanguage.words.webhook
  const isOff = kind === 'webhook_disabled'
  const subject = isOff ? words.disabled(name) : words.failing(name)
  const link = publicUrl + PLACES.webhook(webhook)
  const follows = isOff ? words.disabledHelp : words.failingHelp
  const lines = [words.sentence(subject), words.why(reason), follows]
  return {
    subject,
    text: [...lines, '', link].join('\n'),
    html: page(
      inLanguage,
      `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}<p><a href="${escapeHtml(link)}">${escapeHtml(words.open)}</a></p>`,
    ),
  }
}
