import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { mayRead } from './access.ts'
import { chatRoutes } from './chats.ts'
import { offerRoutes } from './offers.ts'
import { earlierRoutes } from './earlier.ts'
import { erasingRoutes } from './erasing.ts'
import { messageRoutes } from './messages.ts'
import { noteRoutes } from './notes.ts'
import { offlineMessageRoutes } from './offline-messages.ts'
import { waitingRoutes } from './waiting.ts'

type Needs = Pick<Services, 'clock' | 'commit' | 'db' | 'directory' | 'erasures' | 'files' | 'ids' | 'links' | 'rates'>

/** The resources of chats: their entries, messages and visitors. */
export function agentChats(needs: Needs): Module {
  return {
    name: 'agents’ chats',
    readers: { agent: (link) => mayRead(needs, link) },
    agentRoutes(api) {
      chatRoutes(api, needs)
      earlierRoutes(api, needs)
      offlineMessageRoutes(api, needs)
      messageRoutes(api, needs)
      noteRoutes(api, needs)
      waitingRoutes(api, needs)
      offerRoutes(api, needs)
      erasingRoutes(api, needs)
    },
  }
}
