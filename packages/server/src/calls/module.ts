import type { AgentsForCall } from '../conversation/calls/agents-for-call.ts'
import type { Module } from '../module.ts'
import { warning } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { callData } from './erase.ts'
import { makeCallPages } from './pages.ts'
import { makeRings } from './rings.ts'
import { callRoutes } from './routes.ts'
import { makeVisitorCalls } from './visitor-calls.ts'

type Needs = Pick<
  Services,
  'availability' | 'callCommit' | 'callEvents' | 'clock' | 'db' | 'directory' | 'log' | 'presence'
> & {
  readonly agentsForCall: AgentsForCall
}

/** Calls between visitors and agents (C16, C17). */
export function calls(needs: Needs): Module {
  const { log } = needs
  const pages = makeCallPages({ ...needs, onError: warning(log, 'the pages of calls could not be noted') })
  const rings = makeRings({
    ...needs,
    pages,
    onError: warning(log, 'a call could not be looked at; the server tries again'),
  })
  return {
    name: 'calls',
    visitorCalls: makeVisitorCalls({ ...needs, pages }),
    agentRoutes: (api) => callRoutes(api, needs),
    personalData: { calls: callData },
    jobs: [{ start: rings.start }, { start: pages.start }],
  }
}
