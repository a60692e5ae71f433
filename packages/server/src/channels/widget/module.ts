import type { VisitorCalls } from '../../realtime/visitor-calls.ts'
import type { Module } from '../../module.ts'
import type { Services } from '../../services.ts'
import { visitorAgentRoutes } from './agent-routes.ts'
import { visitorFiles } from './files.ts'
import { makeMarkInstalled } from './installed.ts'
import { liveRoutes } from './live-routes.ts'
import { makePagesHere } from './on-site.ts'
import { pageRoutes } from './page-routes.ts'
import { makeVisitorPlaces } from './places.ts'
import { makeRatingShown } from './rating-shown.ts'
import { makeAnswer } from './requests.ts'
import { visitorRoutes } from './routes.ts'
import { Session, type OpenSession } from './session.ts'
import { makeSessionParts } from './session-parts.ts'
import { makeSessionRegistry } from './session-registry.ts'
import { makeVisitors } from './visitors.ts'

type Needs = Pick<
  Services,
  | ('bus' | 'config' | 'db' | 'clock' | 'ids' | 'log' | 'keys' | 'directory' | 'rates' | 'chatEvents')
  | (
      | 'availability'
      | 'callEvents'
      | 'commit'
      | 'locate'
      | 'files'
      | 'links'
      | 'geoip'
      | 'presence'
      | 'processes'
      | 'rpc'
    )
> & {
  readonly visitorCalls: () => VisitorCalls
}

/** The widget for web sites (area W). */
export function widgetChannel(needs: Needs): Module {
  const { config } = needs
  const registry = makeSessionRegistry(needs)
  const answer = makeAnswer(needs)
  const places = makeVisitorPlaces({ ...needs, registry })
  const makeParts = makeSessionParts({
    ...needs,
    registry,
    markInstalled: makeMarkInstalled(needs),
    placeOf: places.placeOf,
    ratingShown: makeRatingShown(needs),
  })
  const sessions = { ...needs, registry, answer, makeParts }
  const visitors = makeVisitors({ ...needs, here: makePagesHere({ ...needs, registry }) })
  const openSession = (...page: Parameters<OpenSession>) => new Session(sessions, ...page)
  return {
    name: 'widget channel',
    connector: {
      kind: 'widget',
      shown: ({ publicId }) => ({
        embed: `<script src="${config.publicUrl}/widget/${publicId}" async></script>`,
        filesUrl: config.filesUrl,
      }),
    },
    agentRoutes: (api) => visitorAgentRoutes(api, { ...needs, visitors }),
    routes: (app, http) =>
      visitorRoutes(app, [
        (scope) => pageRoutes(scope, needs),
        (scope) => liveRoutes(scope, { ...needs, ...http, registry, openSession }),
        (scope) => visitorFiles(scope, { ...needs, ...http, registry }),
      ]),
    jobs: [{ start: places.start }],
    close: () => registry.close(),
  }
}
