import type { Agent, Me } from '@deskbell/protocol/agent/people'
import { photoLink } from '../conversation/read/to-chat.ts'
import { logoUrl } from '../settings/logo-place.ts'
import type { AgentRecord } from '../settings/directory.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from './signed-in.ts'

/** The signed-in agent, as they see themselves. */
export function toMe(
  { config, directory, links }: Pick<Services, 'config' | 'directory' | 'links'>,
  { account, agent }: Pick<SignedIn, 'account' | 'agent'>,
): Me {
  const { id, name, email, role, status, photo, phone, language, hold } = agent
  const found = directory.account(account)
  return {
    id,
    name,
    email,
    role,
    photo: photo === null ? null : photoLink({ account, agent: id, links }, photo),
    phone,
    language,
    hold,
    status,
    departments: directory
      .departments(account)
      .filter(({ agents }) => agents.has(id))
      .map((department) => department.id),
    account: {
      id: account,
      name: found?.name ?? '',
      logo: logoUrl(config.publicUrl, found?.logo ?? null),
      safeUrl: found?.settings.safeUrl ?? [],
    },
  }
}

/** An agent as the agent with the number `to` sees them. */
export function toAgent(
  { presence, links }: Pick<Services, 'links' | 'presence'>,
  agent: AgentRecord,
  to: number,
): Agent {
  const { accountId: account, id, name, email, role, photo } = agent
  return {
    id,
    name,
    email,
    role,
    photo: photo === null ? null : photoLink({ account, agent: to, links }, photo),
    presence: presence.statusOf(account, id),
  }
}
