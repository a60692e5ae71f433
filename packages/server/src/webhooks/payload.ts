import { isHttpUrl } from '@deskbell/protocol/channel/field'
import type { WebhookEvent } from '@deskbell/protocol/webhook/events'
import { PAGE_TITLE_MAX } from '@deskbell/protocol/webhook/limits'
import type { WebhookAgent, WebhookGeoip, WebhookPage, WebhookSession } from '@deskbell/protocol/webhook/shapes'
import { toUtmText, UTM_NAMES } from '@deskbell/protocol/webhook/utm'
import { profilesIn } from '@deskbell/protocol/webhook/social'
import { cutText } from '@deskbell/protocol/text'
import type { Happened } from './effects.ts'
import type { Site, VisitorFacts } from '../conversation/commit/input.ts'
import type { Directory } from '../settings/directory.ts'

/** An event without the log of the chat, which `finish.ts` adds later. */
export type Unfinished = Exclude<WebhookEvent, { event_name: 'chat_finished' }> | Finishing
type Finishing = Omit<
  Extract<WebhookEvent, { event_name: 'chat_finished' }>,
  'agents' | 'chat' | 'plain_messages' | 'html_messages'
> & {
  chat: { blacklisted: boolean; rate: 'positive' | 'negative' | null }
}

/** The agent of an early event, which no agent has accepted yet. */
const NO_AGENT: WebhookAgent = { id: 0, name: '', email: '' }

/** The body of an event (C3). Unknown fields are left out or '' (C7). */
export function toEvent(directory: Directory, { account, chat, state, visitor, event }: Happened): Unfinished {
  const { department } = state
  const about = aboutVisitor(visitor, directory.channel(account, visitor.channel)?.publicId ?? '')
  const { visitor: who, session, page, analytics, user_token, widget_id } = about
  const middle = {
    widget_id,
    visitor: who,
    ...(department && { department: { id: department.id, name: department.name } }),
    session,
    ...(page && { page }),
    ...(analytics && { analytics }),
    user_token,
  }
  const agentOf = (id: number, name: string): WebhookAgent => toAgent(directory, account, { id, name })
  switch (event.name) {
    case 'chat_accepted': {
      const agent = event.agent ? agentOf(event.agent.id, event.agent.name) : NO_AGENT
      return { event_name: 'chat_accepted', chat_id: chat, ...middle, agent }
    }
    case 'chat_assigned': {
      const agent = agentOf(event.agent.id, event.agent.name)
      return { event_name: 'chat_assigned', chat_id: chat, ...middle, agent, assign_to: event.link }
    }
    case 'chat_updated': {
      const { owner } = state
      const agent = owner.kind === 'agent' ? { agent: agentOf(owner.agent.id, owner.agent.name) } : {}
      return { event_name: 'chat_updated', chat_id: chat, ...middle, ...agent }
    }
    case 'chat_finished': {
      const log = { rate: state.rating ?? null, blacklisted: visitor.blocked }
      return { event_name: 'chat_finished', chat_id: chat, ...middle, chat: log }
    }
    case 'offline_message':
      return { event_name: 'offline_message', offline_message_id: event.id, ...middle, message: event.message }
  }
}

/** The agent's current data; for a removed agent, the name that the chat has. */
export function toAgent(directory: Directory, account: number, person: { id: number; name: string }): WebhookAgent {
  const agent = directory.agent(account, person.id)
  if (!agent) return { id: person.id, name: person.name, email: '' }
  const { name, email, phone } = agent
  return { id: person.id, name, email, ...(phone !== null && { phone }) }
}

/** What events say of a visitor. */
export function aboutVisitor(facts: VisitorFacts, widgetId: string) {
  const { name, email, phone, number, description, chats, site, userToken } = facts
  const page = toPage(facts)
  // The channel's address of the visitor is a profile where the channel is a messenger.
  const social = { ...profilesIn([facts.url]), ...facts.social }
  return {
    widget_id: widgetId,
    visitor: {
      ...(name && { name }),
      ...(email && { email }),
      ...(phone && { phone }),
      number: String(number),
      description: description ?? '',
      ...(Object.keys(social).length > 0 && { social }),
      chats_count: chats,
    },
    session: toSession(site),
    ...(page && { page }),
    ...(site?.analytics && Object.keys(site.analytics).length > 0 && { analytics: { ...site.analytics } }),
    user_token: userToken || null,
  }
}

/** The page comes from the widget, or on another channel from the integrator (A11). */
function toPage({ site, url }: VisitorFacts): WebhookPage | undefined {
  const at = site?.url ?? url
  if (!at || !isHttpUrl(at)) return undefined
  const title = cutText(site?.title ?? '', PAGE_TITLE_MAX).text
  return { url: at, ...(title !== '' && { title }) }
}

function toSession(site: Site | null): WebhookSession {
  const given = site?.utm ?? {}
  const utm = Object.fromEntries(UTM_NAMES.flatMap((name) => (given[name] ? [[name, given[name]]] : [])))
  return {
    geoip: toGeoip(site),
    utm: toUtmText(utm),
    utm_json: utm,
    ip_addr: site?.address ?? '',
    user_agent: site?.userAgent ?? '',
  }
}

function toGeoip(site: Site | null): WebhookGeoip {
  const place = site?.place ?? {}
  return {
    region_code: place.region_code ?? '',
    country: place.country ?? '',
    country_code: place.country_code ?? '',
    region: place.region ?? '',
    city: place.city ?? '',
    latitude: place.latitude ?? '',
    longitude: place.longitude ?? '',
    organization: place.organization ?? '',
  }
}
