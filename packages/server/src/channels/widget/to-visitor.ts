import type { MediaView, VisitorEntry } from '@deskbell/protocol/widget/frames'
import { isSeenBy, type EntryMedia, type Person } from '@deskbell/rules'
import type { Links } from '../../files/links.ts'
import type { FileRow } from '../../files/rows.ts'
import type { Directory } from '../../settings/directory.ts'
import type { ChatEntry } from './read.ts'

/** How long links to files and agents' photos are valid (ms). */
const LINK = 24 * 3600 * 1000

export interface ViewContext {
  readonly account: number
  readonly directory: Pick<Directory, 'agent'>
  readonly links: Pick<Links, 'link'>
  /** Whether the widget asks for a rating. */
  readonly rating: boolean
}

/**
 * An entry in the form for visitors; undefined when it is for agents only. Each field is listed, so that a new field of
 * an entry is not sent by accident (T23).
 */
export function toVisible(
  { chat, entry }: ChatEntry,
  files: ReadonlyMap<string, FileRow>,
  viewContext: ViewContext,
): VisitorEntry | undefined {
  if (!isSeenBy('visitor', entry)) return undefined
  const head = { chat, n: entry.n, at: entry.at }
  switch (entry.type) {
    case 'message':
      return {
        ...head,
        type: 'message',
        from: entry.from,
        id: entry.theirId ?? entry.id,
        text: entry.text,
        ...(entry.agent && { agent: toAgentView(entry.agent, viewContext) }),
        ...(entry.from === 'bot' && entry.bot && { agent: { name: entry.bot.name } }),
        ...(entry.markdown !== undefined && { markdown: entry.markdown }),
        ...(entry.title !== undefined && { title: entry.title }),
        ...(entry.buttons && { buttons: entry.buttons.map(({ id, text }) => ({ id, text })) }),
        ...(entry.attachments && {
          attachments: entry.attachments.map((media) => toMediaView(media, chat, files, viewContext)),
        }),
      }
    case 'agent.joined':
    case 'agent.left':
      return { ...head, type: entry.type, agent: toAgentView(entry.agent, viewContext) }
    case 'chat.closed':
      return { ...head, type: 'chat.closed', rate: viewContext.rating && entry.agent !== undefined }
    case 'chat.rated':
      return { ...head, type: 'chat.rated', rating: entry.rating }
    case 'media.stored':
    case 'media.failed':
      return {
        ...head,
        type: 'media',
        of: entry.of,
        ...(entry.attachment !== undefined && { attachment: entry.attachment }),
        media: toMediaView(entry.media, chat, files, viewContext),
      }
  }
}

/** An agent's name and photo, as visitors see them. */
export function toAgentView(
  { id, name }: Person,
  { account, directory, links }: Pick<ViewContext, 'account' | 'directory' | 'links'>,
): { name: string; photo?: string } {
  const photo = directory.agent(account, id)?.photo
  if (!photo) return { name }
  return { name, photo: links.link({ account, id: photo, name: 'photo.jpg', reader: 'visitor', forMs: LINK }) }
}

function toMediaView(
  media: EntryMedia,
  chat: number,
  files: ReadonlyMap<string, FileRow>,
  { account, links }: ViewContext,
): MediaView {
  const { kind, latitude, longitude } = media
  const file = media.file === undefined ? undefined : files.get(media.file)
  const place = { ...(latitude !== undefined && { latitude }), ...(longitude !== undefined && { longitude }) }
  if (!file) return { kind, ...place, ...(media.name !== undefined && { name: media.name }) }
  const wanted = { account, id: file.id, chat, name: file.name, reader: 'visitor' as const, forMs: LINK }
  return {
    kind,
    ...place,
    url: links.link(wanted),
    ...(file.thumb && { thumb: links.link({ ...wanted, thumb: true }) }),
    name: file.name,
    size: file.size,
    mime: file.mime,
    inline: file.inline,
    ...(file.width !== null && { width: file.width }),
    ...(file.height !== null && { height: file.height }),
  }
}
