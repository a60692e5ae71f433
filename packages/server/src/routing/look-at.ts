import {
  isOpen,
  mayTake,
  priorityOf,
  roomOf,
  shorten,
  type ChatState,
  type Department,
  type Hours,
  type Person,
  type RoutingPolicy,
  type Shortened,
  type TurnAgent,
  type TurnChat,
  type Waiting,
} from '@deskbell/rules'
import type { Presence } from '../realtime/presence.ts'
import type { ChannelRecord, Directory } from '../settings/directory.ts'
import type { AccountChats, WaitingChat } from './account-chats.ts'
import { makeAgentsFor } from './agents-for.ts'
import type { ChatDetails } from './chat-details.ts'
import { hasForm } from './has-form.ts'
import type { LastSeen } from './last-seen.ts'
import type { Policies } from './policies.ts'
import { places } from './pools.ts'

/** Chats of a team in a channel that one turn looks at, the ones that wait longest: more where other things count, too. */
const CHATS = 50
const CHATS_MAX = 500

/** What the results for a chat are carried out with. */
export interface Terms {
  /** How long its agent may take to accept (ms; null: they are not asked). */
  readonly within: number | null
  readonly epoch: number
  /** As the chat has it: the department may have been removed since. */
  readonly department?: Department
  /** How many messages its visitor has written. */
  readonly received: number
}

/** A turn, with what its results are carried out with. */
export interface ReadTurn extends Shortened {
  /** By chat. */
  readonly termsOf: ReadonlyMap<number, Terms>
  agent(id: number): Person
  /** Offers of the router to agents who are no longer online. */
  readonly stale: readonly { readonly chat: number; readonly offer: number }[]
}

type Needs = {
  readonly directory: Directory
  readonly presence: Presence
  readonly lastSeen: LastSeen
}

/** What a turn is decided from. */
export interface Known {
  readonly account: number
  readonly now: number
  readonly policies: Policies
  readonly chats: AccountChats
}

/** Chats that wait, with what is needed to decide about them. */
export interface Looked {
  readonly queue: readonly WaitingChat[]
  /** The turn, when the details of the chats are known. One without details is left for another turn. */
  toTurn(details: ReadonlyMap<number, ChatDetails> | 'none'): ReadTurn
}

/** What of waiting chats needs details: what their visitors look at, or who had their last chat. */
export const needsDetails = ({ priorities, remembers }: Policies): boolean => priorities.length > 0 || remembers

/** Looks at what a turn of the router decides from. */
export function lookAt(needs: Needs, { account, now, policies, chats }: Known): Looked {
  const { directory, presence, lastSeen } = needs
  const kindOf = (channel: number) => directory.channel(account, channel)?.kind ?? ''
  const online = directory.agents(account).filter(({ id }) => presence.isOnline(account, id))
  const isClosed = (hours: Hours | null) => hours !== null && !isOpen(hours, now)
  const open = online.filter(({ id }) => !isClosed(directory.hoursOf(account, id)))
  const openAgents = new Set(open.map(({ id }) => id))
  const seen = lastSeen.look(account, open, now)
  const closedTeams = directory.departments(account).flatMap((one) => (isClosed(one.workingHours) ? [one.id] : []))
  const agentsFor = makeAgentsFor({ directory, account, online, open: openAgents, closedTeams, seen })

  const routed = chats.parts().flatMap(({ channel, team: id }) => {
    const team = id === null ? undefined : directory.department(account, id)
    const { distribution, overflow } = policies.policyOf(channel, team?.id)
    const pool = distribution === 'everybody' ? [] : agentsFor(channel, team).pool
    return pool.length > 0 || overflow ? [{ channel, pool, overflows: overflow !== undefined }] : []
  })
  const asked = new Set(routed.flatMap(({ pool }) => pool))
  const agents = online.flatMap(({ id }): TurnAgent | never[] =>
    asked.has(id)
      ? {
          id,
          capacity: policies.capacityOf(id),
          load: loadOf(chats.of(id), kindOf),
          idleSince: chats.givenAt(id),
          ...(!openAgents.has(id) && { closed: true as const }),
        }
      : [],
  )
  const withRoom = new Set(agents.flatMap((one) => (!one.closed && hasRoom(one) ? [one.id] : [])))
  const looked = routed.filter(({ pool, overflows }) => overflows || pool.some((id) => withRoom.has(id)))
  const most = policies.overflows || policies.priorities.length > 0 ? CHATS_MAX : CHATS
  const queue = chats.queue([...new Set(looked.map(({ channel }) => channel))], most)

  return {
    queue,
    toTurn(details) {
      const used = places<RoutingPolicy>()
      const pools = places<readonly number[]>()
      const termsOf = new Map<number, Terms>()
      let isLeft = false
      const waiting = queue.flatMap((one): TurnChat | never[] => {
        const { id, channel, state } = one
        const team = state.department && directory.department(account, state.department.id)
        const policy = policies.policyOf(channel, team?.id)
        // The router leaves it in the queue, so that the stored inputs need not have it.
        if (policy.distribution === 'everybody' && !policy.overflow) return []
        const detail = details === 'none' ? NO_DETAILS : details.get(id)
        if (!detail) {
          isLeft = true
          return []
        }
        const { department, epoch, received } = state
        termsOf.set(id, { within: policy.acceptWithin, epoch, received, ...(department && { department }) })
        const record = directory.channel(account, channel)
        const { pool, isAlone, nobodySince } = agentsFor(channel, team)
        return {
          id,
          kind: kindOf(channel),
          waitingSince: state.waitingSince ?? state.openedAt,
          priority: priorityOf(policies.priorities, factsOf(state, detail, now)),
          policy: used.placeOf(JSON.stringify(policy), policy),
          pool: pools.placeOf(pool.join(), pool),
          ...(state.department && { team: state.department }),
          ...(state.passed && { passed: state.passed }),
          ...(detail.agent !== null && { last: detail.agent }),
          ...(policy.overflow && {
            waiting: {
              ...waitingOf(state),
              ...(isAlone && { nobodySince: nobodySince() }),
              ...(mayTake(state) && hasBot(record, directory, isAlone) && { bot: true as const }),
              ...(record && hasForm(record) && { form: true as const }),
            },
          }),
        }
      })
      const { isCut, ...short } = shorten({
        ...{ now, policies: used.all, pools: pools.all, agents, chats: waiting },
        ...(closedTeams.length > 0 && { closedTeams }),
      })
      return {
        ...short,
        // The chats behind those that were looked at come into the next turn.
        isCut: isCut || isLeft || queue.some(({ place }) => place === most),
        termsOf,
        agent: (id) => ({ id, name: directory.agent(account, id)?.name ?? '' }),
        stale: chats
          .offers()
          .flatMap(({ chat, offer, to }) =>
            offer !== null && !presence.isOnline(account, to) ? [{ chat, offer }] : [],
          ),
      }
    },
  }
}

const NO_DETAILS: ChatDetails = { page: null, custom_data: null, agent: null }

function loadOf(chats: ReadonlyMap<number, number>, kindOf: (channel: number) => string): Record<string, number> {
  const load: Record<string, number> = {}
  for (const [channel, count] of chats) {
    const kind = kindOf(channel)
    load[kind] = (load[kind] ?? 0) + count
  }
  return load
}

const hasRoom = (agent: TurnAgent): boolean => roomOf({ ...agent, capacity: { ...agent.capacity, kinds: {} } }, '') > 0

function waitingOf({ openedAt, waitingSince, overflow }: ChatState): Pick<Waiting, 'since' | 'been'> {
  return { since: Math.max(waitingSince ?? openedAt, overflow?.since ?? 0), been: overflow?.been ?? [] }
}

/** Whether a bot answers on the channel. One that fails is asked only where no agent is, and works again or not. */
function hasBot(channel: ChannelRecord | undefined, directory: Directory, isAlone: boolean): boolean {
  const bot = channel && directory.botOf(channel.accountId, channel.id)
  return bot !== undefined && bot.enabled && (!bot.failing || isAlone)
}

function factsOf({ tags = [], waitingSince }: ChatState, { page, custom_data }: ChatDetails, now: number) {
  return {
    tags: tags.map(({ id }) => id),
    page: page ?? '',
    fields: custom_data ?? [],
    waited: now - (waitingSince ?? now),
  }
}
