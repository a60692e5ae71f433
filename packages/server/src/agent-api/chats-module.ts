import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { mayRead } from './access.ts'
import { chatRoutes } from './chats.ts'
import { earlierRoutes } from './earlier.ts'
import { erasingRoutes } from './erasing.ts'
import { messageRoutes } from './messages.ts'
import { offlineMessageRoutes } from './offline-messages.ts'

type Needs = Pick<Services, 'clock' | 'commit' | 'db' | 'directory' | 'erasures' | 'files' | 'ids' | 'links' | 'rates'>

/** Chats as agents read and answer them, and the data of their visitors. */
export function agentChats(needs: Needs): Module {
  return {
    name: 'agents’ chats',
    readers: { agent: (link) => mayRead(needs, link) },
    agentRoutes(api) {
      chatRoutes(api, needs)
      earlierRoutes(api, needs)
      offlineMessageRoutes(api, needs)
      messageRoutes(api, needs)
      erasingRoutes(api, needs)
    },
  }
}
