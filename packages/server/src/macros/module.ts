import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { macroRoutes } from './routes.ts'

/** Macros: lists of steps that agents run in a chat at once. */
export const macros = (needs: Pick<Services, 'clock' | 'commit' | 'db' | 'directory' | 'ids' | 'links'>): Module => ({
  name: 'macros',
  agentRoutes: (api) => macroRoutes(api, needs),
})
