import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { viewRoutes } from './routes.ts'

/** Saved views: lists of the inbox with conditions, under a name. */
export const views = (needs: Pick<Services, 'clock' | 'dataChanges' | 'db'>): Module => ({
  name: 'saved views',
  agentRoutes: (api) => viewRoutes(api, needs),
})
