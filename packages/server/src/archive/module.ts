import { startingAt, type Policy } from '../deliveries/policy.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { archiveEffect, INDEX_ENDPOINT } from './effects.ts'
import { wordData } from './erase.ts'
import { archiveExportRoutes } from './export-routes.ts'
import { archiveOut } from './handler.ts'
import { archiveRoutes } from './routes.ts'

// No partner can refuse it: a failure is a fault of the server and is retried as such (R24).
const POLICY: Policy = { next: startingAt([0]), timeout: 20_000, concurrency: 2, backlog: 200 }

/** The search of closed chats. */
export function archive(needs: Pick<Services, 'db' | 'clock' | 'directory' | 'recognize' | 'settle'>): Module {
  return {
    name: 'archive',
    effects: [archiveEffect],
    deliveries: { chat_index: { policy: POLICY, endpoint: () => INDEX_ENDPOINT, handler: archiveOut(needs) } },
    personalData: { words: wordData },
    agentRoutes(api) {
      archiveRoutes(api, needs)
      archiveExportRoutes(api, needs)
    },
  }
}
