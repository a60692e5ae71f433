import type { ClientMessage, ProviderEvent } from '@deskbell/protocol/bot/outgoing'
import type { EntryMedia, ChatDelivery } from '@deskbell/rules'
import type { LeasedDelivery } from '../deliveries/delivery.ts'
import type { Links } from '../files/links.ts'
import type { BotRecord } from '../settings/directory.ts'

type Body = (ChatDelivery & { kind: 'CLIENT_MESSAGE' })['body']

/** How long links to files in events are valid (ms, B17). */
const FILE_LINK = 24 * 3600 * 1000

/** The fields that a provider gets when extra fields are switched on for its bot (B21). */
export interface Extra {
  readonly site_id: number
  readonly agents_online: boolean
  readonly sender: NonNullable<ClientMessage['sender']>
  readonly channel: NonNullable<ClientMessage['channel']>
}

/** Identifies an event: the same for every attempt, also for a manual retry. */
export const eventId = ({ account, id, replayOf }: Pick<LeasedDelivery, 'account' | 'id' | 'replayOf'>): string =>
  `evt_${account}_${replayOf ?? id}`

/** The id of an event of a sandbox conversation. */
export const sandboxEventId = (sandbox: number, letters: string): string => `evt_try_${sandbox}_${letters}`

/** What an event's id names: a delivery, or a sandbox conversation. */
export function parseEventId(
  text: string,
): { sandbox: number } | { sandbox?: undefined; account: number; delivery: number } | undefined {
  const sandbox = /^evt_try_(\d{1,10})_/.exec(text)
  if (sandbox) return { sandbox: Number(sandbox[1]) }
  const match = /^evt_(\d{1,10})_(\d{1,15})$/.exec(text)
  return match ? { account: Number(match[1]), delivery: Number(match[2]) } : undefined
}

/** The event that a delivery sends to the provider (B2, B20). */
export function toEvent(
  delivery: LeasedDelivery,
  bot: BotRecord,
  { links, extra }: { links: Pick<Links, 'link'>; extra: Extra | undefined },
): ProviderEvent {
  const { client } = delivery.body as { client: number }
  const head = { id: eventId(delivery), client_id: String(client), chat_id: String(delivery.chat) }
  if (delivery.kind !== 'CLIENT_MESSAGE')
    return { event: delivery.kind as 'AGENT_JOINED' | 'AGENT_UNAVAILABLE', ...head }
  const message = toMessage(delivery, bot, links)
  return { event: 'CLIENT_MESSAGE', ...head, message, ...extra }
}

function toMessage(delivery: LeasedDelivery, bot: BotRecord, links: Pick<Links, 'link'>): ClientMessage['message'] {
  const { text, at, button, media } = delivery.body as Body
  const timestamp = Math.floor(at / 1000)
  if (!media) return { type: 'TEXT', text, ...(button !== undefined && { button_id: button }), timestamp }
  const file = linkTo(delivery, media, links)
  if (bot.nativeMedia && (file !== undefined || media.kind === 'location'))
    return { ...nativeMedia(media, text, file), timestamp }
  return { type: 'TEXT', text: [text, inWords(media, file)].filter(Boolean).join('\n'), timestamp }
}

function linkTo({ account, chat }: LeasedDelivery, media: EntryMedia, links: Pick<Links, 'link'>): string | undefined {
  if (media.file === undefined) return undefined
  const wanted = { account, id: media.file, name: fileNameOf(media), reader: 'bot' as const, forMs: FILE_LINK }
  return links.link(chat === null ? wanted : { ...wanted, chat })
}

const fileNameOf = ({ name, kind }: EntryMedia): string => name ?? kind

function inWords(media: EntryMedia, file: string | undefined): string {
  if (media.kind === 'location') return `location ${media.latitude}, ${media.longitude}`
  return file === undefined ? `${fileNameOf(media)} (the file could not be fetched)` : `${fileNameOf(media)} ${file}`
}

function nativeMedia(media: EntryMedia, text: string, file: string | undefined) {
  const { kind, name, size, width, height, duration, performer, title, emoji, latitude, longitude } = media
  return {
    type: kind.toUpperCase() as Uppercase<EntryMedia['kind']>,
    text,
    ...(file !== undefined && { file, file_name: fileNameOf(media) }),
    ...(name !== undefined && { file_name: name }),
    ...(size !== undefined && { file_size: size }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(duration !== undefined && { duration }),
    ...(performer !== undefined && { performer }),
    ...(title !== undefined && { title }),
    ...(emoji !== undefined && { emoji }),
    ...(latitude !== undefined && { latitude }),
    ...(longitude !== undefined && { longitude }),
  }
}
