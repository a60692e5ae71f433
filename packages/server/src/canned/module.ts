import type { Module } from '../module.ts'
import { cannedRoutes, type CannedNeeds } from './routes.ts'

/** Canned answers: texts, with files, that agents send again and again. */
export function canned(needs: CannedNeeds): Module {
  return {
    name: 'canned answers',
    agentRoutes: (api) => cannedRoutes(api, needs),
  }
}
