import { PLACES } from '@deskbell/protocol/agent/places'
import { escapeHtml } from '@deskbell/protocol/webhook/log'
import type { WebhookNotice } from '../settings/notices.ts'
import { page, type Written } from './page.ts'

/** A notice as a mail: the problem, its consequences, and what to do. */
export function writeNotice({ kind, webhook, name, reason }: WebhookNotice, publicUrl: string): Written {
  const isOff = kind === 'webhook_disabled'
  const subject = isOff ? `The webhook “${name}” was disabled` : `The webhook “${name}” is failing`
  const link = publicUrl + PLACES.webhook(webhook)
  const follows = isOff
    ? 'Nothing is sent there until an owner or admin enables it. Missed events can be sent then, for 30 days.'
    : 'Deskbell retries at growing intervals, and disables the webhook after five days. Missed events can be sent again for 30 days.'
  const lines = [`${subject}.`, `Why: ${reason}.`, follows]
  return {
    subject,
    text: [...lines, '', link].join('\n'),
    html: page(
      `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}<p><a href="${escapeHtml(link)}">Open the webhook</a></p>`,
    ),
  }
}
