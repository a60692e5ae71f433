import type { Module } from '../../module.ts'
import type { Services } from '../../services.ts'
import { visitorAgentRoutes } from './agent-routes.ts'
import { makeSessionRegistry } from './session-registry.ts'
import { makeVisitors } from './on-site.ts'
import { visitorRoutes } from './routes.ts'

type Needs = Pick<
  Services,
  | ('config' | 'db' | 'clock' | 'ids' | 'log' | 'keys' | 'directory' | 'rates' | 'chatEvents' | 'presence')
  | ('availability' | 'commit' | 'locate' | 'files' | 'links' | 'geoip')
>

/** The widget for web sites (area W). */
export function widgetChannel(needs: Needs): Module {
  const registry = makeSessionRegistry(needs)
  return {
    name: 'widget channel',
    connector: { kind: 'widget' },
    agentRoutes: (api) => visitorAgentRoutes(api, { ...needs, visitors: makeVisitors(registry) }),
    routes: (app, http) => visitorRoutes(app, { ...needs, ...http, registry }),
    close: () => registry.close(),
  }
}
