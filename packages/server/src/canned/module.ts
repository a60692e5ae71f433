import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { cannedRoutes } from './routes.ts'

/** Canned answers: texts that agents send again and again. */
export function canned(needs: Pick<Services, 'clock' | 'db'>): Module {
  return {
    name: 'canned answers',
    agentRoutes: (api) => cannedRoutes(api, needs),
  }
}
