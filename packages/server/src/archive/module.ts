import { startingAt, type Policy } from '../deliveries/policy.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { archiveEffect, INDEX_ENDPOINT, indexChat } from './effects.ts'
import { wordData } from './erase.ts'
import { archiveExportRoutes } from './export-routes.ts'
import { archiveOut } from './handler.ts'
import { makeOpenChatsIndex } from './open-chats.ts'
import { archiveRoutes } from './routes.ts'
import { searchRoutes } from './search-routes.ts'

// No partner can refuse it: a failure is a fault of the server and is retried as such (R24).
const POLICY: Policy = { next: startingAt([0]), timeout: 20_000, concurrency: 2, backlog: 200 }

type Needs = Pick<Services, 'db' | 'clock' | 'directory' | 'links' | 'log' | 'processes' | 'recognize' | 'settle'>

/** The search of closed chats, and the search of all chats and their visitors. */
export function archive(needs: Needs): Module {
  const onError = warning(needs.log, 'open chats could not be indexed')
  const openChats = makeOpenChatsIndex({ ...needs, onError })
  return {
    name: 'archive',
    effects: [archiveEffect],
    deliveries: {
      chat_index: { policy: POLICY, endpoint: () => INDEX_ENDPOINT, handler: archiveOut(needs), staysInside: true },
    },
    subscriptions: [openChats.listener],
    jobs: [openChats],
    whenEdited: (visitor) => [indexChat(visitor)],
    personalData: { words: wordData },
    agentRoutes(api) {
      archiveRoutes(api, needs)
      archiveExportRoutes(api, needs)
      searchRoutes(api, needs)
    },
  }
}
