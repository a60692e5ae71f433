import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { warning } from '../platform/log.ts'
import { rowsAfter } from '../maintenance/cleanups.ts'
import { clearImports } from './import-statements.ts'
import { fileRoutes } from './file-routes.ts'
import { linkEffect } from './link-effect.ts'
import { makeLinker } from './linker.ts'
import { indexContacts } from './index-words.ts'
import { mergeRoutes } from './merge-routes.ts'
import { noteRoutes } from './note-routes.ts'
import { contactRoutes } from './routes.ts'

type Needs = Pick<
  Services,
  'clock' | 'contactChanges' | 'dataChanges' | 'db' | 'directory' | 'erasures' | 'links' | 'log' | 'recognize'
>

/** How long the lines of an imported file are remembered (ms). */
const KEPT = 24 * 3600 * 1000

/** Contacts: their list, their pages, and what agents write about them. */
export function contacts(needs: Needs): Module {
  const linker = makeLinker({
    ...needs,
    onError: warning(needs.log, 'a contact could not be linked; the server tries again'),
  })
  return {
    name: 'contacts',
    effects: [linkEffect(needs.directory, linker.wake)],
    cleanups: [rowsAfter(needs.db, clearImports, KEPT)],
    agentRoutes(api) {
      contactRoutes(api, needs)
      noteRoutes(api, needs)
      mergeRoutes(api, needs)
      fileRoutes(api, needs)
    },
    jobs: [
      { start: linker.start },
      {
        start: () =>
          indexContacts(
            needs.db,
            needs.clock,
            warning(needs.log, 'contacts could not be indexed; the server tries again'),
          ),
      },
    ],
  }
}
