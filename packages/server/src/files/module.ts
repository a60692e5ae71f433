import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { fileEffect } from './effects.ts'
import { fileData } from './erase.ts'
import type { MayRead } from './look-up.ts'
import { fileRoutes } from './routes.ts'
import { sweepFiles } from './sweep.ts'
import { uploadEffect } from './uploads.ts'

const DAY = 24 * 3600 * 1000

type Needs = Pick<Services, 'db' | 'clock' | 'files' | 'links'> & { readonly mayRead: MayRead }

/** Files of chats and agents: their rows, the addresses that serve them, and the removal of files without a row. */
export function files({ db, clock, files: { store, pictures }, files, links, mayRead }: Needs): Module {
  return {
    name: 'files',
    effects: [fileEffect, uploadEffect],
    personalData: { files: fileData },
    routes: async (app, { turns }) =>
      void (await app.register(fileRoutes, { turns, links, store, db, clock, mayRead })),
    cleanups: [
      {
        every: DAY,
        async step() {
          await sweepFiles(files, db)
          return false
        },
      },
    ],
    gauges: [
      {
        name: 'deskbell_pictures_waiting',
        help: 'Pictures that wait to be decoded',
        read: () => pictures.waiting,
      },
    ],
  }
}
