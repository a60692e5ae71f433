import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { warning } from '../platform/log.ts'
import { fileRoutes } from './file-routes.ts'
import { indexContacts } from './index-words.ts'
import { mergeRoutes } from './merge-routes.ts'
import { noteRoutes } from './note-routes.ts'
import { contactRoutes } from './routes.ts'

type Needs = Pick<
  Services,
  'clock' | 'contactChanges' | 'db' | 'directory' | 'erasures' | 'links' | 'log' | 'recognize'
>

/** Contacts: their list, their pages, and what agents write about them. */
export const contacts = (needs: Needs): Module => ({
  name: 'contacts',
  agentRoutes(api) {
    contactRoutes(api, needs)
    noteRoutes(api, needs)
    mergeRoutes(api, needs)
    fileRoutes(api, needs)
  },
  jobs: [
    {
      start: () =>
        indexContacts(
          needs.db,
          needs.clock,
          warning(needs.log, 'contacts could not be indexed; the server tries again'),
        ),
    },
  ],
})
