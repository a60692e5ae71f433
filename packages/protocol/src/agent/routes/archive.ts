import { ArchiveExportQuery, ArchivePage, ArchiveQuery } from '../archive.ts'
import { route } from './route.ts'

const tag = 'Chats'

/** Closed chats, by what was said in them and who and what they were. */
export const ARCHIVE_ROUTES = {
  searchArchive: route({
    method: 'GET',
    path: '/archive',
    tag,
    summary: 'Search closed chats',
    description:
      'Newest first. Every condition that is given holds. Only chats that you may see. Case and accents do not matter. A chat is found a moment after it was closed.',
    may: 'chat.see',
    query: ArchiveQuery,
    answers: { 200: ArchivePage },
  }),
}

/** The archive as a table. */
export const ARCHIVE_EXPORT_ROUTES = {
  exportArchive: route({
    method: 'GET',
    path: '/archive.csv',
    tag,
    summary: 'Closed chats as a table',
    description:
      'Owners and admins. The same conditions as the search of closed chats, all that is found, newest first; times in UTC. What could be taken for a formula has an apostrophe before it.',
    may: 'archive.export',
    query: ArchiveExportQuery,
    answers: { 200: { mediaType: 'text/csv', description: 'RFC 4180, in UTF-8' } },
  }),
}
