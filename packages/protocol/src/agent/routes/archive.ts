import { ArchiveExportQuery, ArchivePage, ArchiveQuery, ArchiveRatings } from '../archive.ts'
import { route } from './route.ts'

const tag = 'Chats'

/** The search for closed chats, by their messages, visitors and properties. */
export const ARCHIVE_ROUTES = {
  searchArchive: route({
    method: 'GET',
    path: '/archive',
    tag,
    summary: 'Search closed chats',
    description:
      'Newest first, only chats that you may see. A chat is found if it meets all given conditions. Case and accents are ignored. A closed chat can be found after a few seconds, when it is indexed.',
    may: 'chat.see',
    query: ArchiveQuery,
    answers: { 200: ArchivePage },
  }),
  readArchiveRatings: route({
    method: 'GET',
    path: '/archive/ratings',
    tag,
    summary: 'Count the ratings of closed chats',
    description:
      'Takes the conditions of the search of closed chats, and counts how the rated ones that you may see were rated: all of them, or the newest 1000.',
    may: 'chat.see',
    query: ArchiveExportQuery,
    answers: { 200: ArchiveRatings },
  }),
}

/** The archive as a CSV file. */
export const ARCHIVE_EXPORT_ROUTES = {
  exportArchive: route({
    method: 'GET',
    path: '/archive.csv',
    tag,
    summary: 'Export closed chats as CSV',
    description:
      'Owners and admins. Takes the conditions of the search of closed chats and returns all chats that meet them, newest first; times are in UTC. A cell that a spreadsheet would read as a formula begins with an apostrophe.',
    may: 'archive.export',
    query: ArchiveExportQuery,
    answers: { 200: { mediaType: 'text/csv', description: 'RFC 4180, in UTF-8' } },
  }),
}
