import type { DeliveryKinds } from '../deliveries/kinds.ts'
import type { Module } from '../module.ts'
import type { Services } from '../services.ts'
import { deliveryRoutes } from './deliveries.ts'
import { departmentRoutes } from './departments.ts'
import { logoRoutes } from './logo.ts'
import { settingsRoutes } from './settings.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'directory' | 'files' | 'ids'> & {
  /** Kinds of deliveries, as modules contribute them. */
  readonly deliveryKinds: DeliveryKinds
}

/** The account: its settings, its departments, and its log of deliveries. */
export function agentAccount(needs: Needs): Module {
  return {
    name: 'account',
    agentRoutes(api) {
      departmentRoutes(api, needs)
      settingsRoutes(api, needs)
      deliveryRoutes(api, needs)
    },
    routes: async (app) => logoRoutes(app, needs),
  }
}
