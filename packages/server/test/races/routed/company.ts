import type { RoutingChange } from '@deskbell/protocol/agent/routing'
import type { Setup } from '@deskbell/protocol/setup'
import type { Edit } from '../../checker/edits.ts'
import { ANN, BOB, PUBLIC_ID, RANDOM, tokenOf } from '../../test-server.ts'

export const CLEO = 'cleo@shop.test'
/** Is never online. */
const DORA = 'dora@shop.test'
export const AGENTS = [ANN, BOB, CLEO]
export const TOKEN = 'provider-token-1'
/** How many chats the router gives an agent at most. */
export const CAPACITY: Readonly<Record<string, number>> = { [ANN]: 1, [BOB]: 2, [CLEO]: 4 }

/** A second of a policy takes 200 ms: agents have 3 seconds to accept, and a chat overflows after 4. */
export const FAST_POLICIES: Edit[] = ['acceptWithin * 1000', 'acceptWithin / 1000']
  .flatMap((find) => [find, find.replace('acceptWithin', 'overflow.after')])
  .map((find) => ({ file: 'routing/policies.ts', find, put: find.replace('1000', '200') }))

export function setupOf(serverUrl: string, providerUrl: string): Partial<Setup> {
  return {
    agents: [...AGENTS, DORA].map((email, i) => ({
      email,
      name: email.split('@')[0] ?? '',
      role: i === 0 ? ('owner' as const) : ('agent' as const),
      apiToken: tokenOf(email),
    })),
    departments: [
      { name: 'Sales', agents: [BOB, CLEO] },
      { name: 'Support', agents: [ANN] },
      { name: 'Night', agents: [DORA] },
    ],
    channels: [{ kind: 'api', name: 'App', publicId: PUBLIC_ID, random: RANDOM, serverUrl, agents: [...AGENTS, DORA] }],
    bots: [
      { name: 'Helper', providerId: 'helper', providerUrl: `${providerUrl}/hook`, token: TOKEN, channels: ['App'] },
    ],
  }
}

/** Chats of Night, where no agent is, go to Support, and those that Support does not accept to Sales. */
export function routingOf(
  departments: Readonly<Record<string, number>>,
  agents: Readonly<Record<string, number>>,
): RoutingChange {
  const policy = { distribution: 'least-busy', lastAgentFirst: false, acceptWithin: 15 } as const
  const id = (name: string) => departments[name] ?? 0
  const to = (name: string) => ({ ...policy, overflow: { after: 20, to: { department: id(name) } } })
  return {
    policy,
    departments: [
      { department: id('Night'), policy: to('Support') },
      { department: id('Support'), policy: to('Sales') },
    ],
    agents: AGENTS.map((email) => ({
      agent: agents[email] ?? 0,
      capacity: { total: CAPACITY[email] ?? 0, kinds: {} },
    })),
  }
}
