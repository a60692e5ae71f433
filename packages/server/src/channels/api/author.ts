import type { Author, Person } from '@deskbell/rules'
import type { OutgoingMessage } from '@deskbell/protocol/channel/agent'
import type { Links } from '../../files/links.ts'
import type { Directory } from '../../settings/directory.ts'

/** How long links to agents' photos are valid: front ends keep them as long as they show the message (ms). */
const PHOTO_LINK = 365 * 24 * 3600 * 1000

/** The author of a message, as the visitor sees it (A30). */
export function senderOf(
  { directory, links }: { directory: Directory; links: Links },
  account: number,
  {
    from,
    agent,
    bot,
  }: { readonly from: Author; readonly agent?: Person | undefined; readonly bot?: Person | undefined },
): OutgoingMessage['sender'] {
  if (from === 'bot') return { name: bot?.name ?? 'Bot' }
  if (from !== 'agent' || !agent) return { name: 'System' }
  const photo = directory.agent(account, agent.id)?.photo
  if (!photo) return { name: agent.name }
  return {
    name: agent.name,
    photo: links.link({ account, id: photo, name: 'photo.webp', reader: 'integrator', forMs: PHOTO_LINK }),
  }
}
