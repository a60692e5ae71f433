import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { tagRoutes } from './routes.ts'

/** Tags: the list of the account, and the tags of chats. */
export const tags = (needs: Pick<Services, 'commit' | 'db' | 'directory' | 'links'>): Module => ({
  name: 'tags',
  agentRoutes: (api) => tagRoutes(api, needs),
})
