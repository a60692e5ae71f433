import type { Contact, Identity } from '@deskbell/protocol/agent/contact'
import { Ban } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChannelIcon } from '../channels/channel-icon.tsx'
import { Fact } from '../chat/facts.tsx'
import { LinkOrText } from '../chat/link-or-text.tsx'
import { full, moment } from '../text/when.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { contactWords } from './words.ts'

const w = contactWords

/** The visitors of a contact, one for each channel that they wrote on. `actionOf`: what may be done with one. */
export function Identities({ contact, actionOf }: { contact: Contact; actionOf?: (identity: Identity) => ReactNode }) {
  const { identities, hidden } = contact
  return (
    <section className="border-b border-line px-4 py-3 last:border-b-0">
      <h2 className="text-sm font-semibold">{w.identities}</h2>
      {identities.length === 0 && hidden === 0 && <p className="mt-1 text-sm text-muted">{w.noIdentity}</p>}
      <ul className="mt-2 flex flex-col gap-4">
        {identities.map((one) => (
          <li key={one.number} className="min-w-0">
            <One identity={one} contact={contact} action={actionOf?.(one)} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="mt-2 text-xs text-muted">{w.hidden(hidden)}</p>}
    </section>
  )
}

const toName = (network: string): string => network.slice(0, 1).toUpperCase() + network.slice(1)

/** A visitor of a contact. What the contact says as well is not said twice. */
function One({ identity, contact, action }: { identity: Identity; contact: Contact; action: ReactNode }) {
  const now = useNow()
  const { blocked, channel, chats, firstSeen, id, lastSeen, number, social, url, userToken, visits } = identity
  const isAlone = contact.identities.length === 1
  const own = (field: 'name' | 'email' | 'phone') => (identity[field] === contact[field] ? null : identity[field])
  const profiles = Object.entries(social ?? {})
  const when = (at: number) => (
    <time dateTime={new Date(at).toISOString()} title={full(at)}>
      {moment(at, now)}
    </time>
  )
  return (
    <>
      <div className="flex items-center gap-2">
        <ChannelIcon kind={channel.kind} className="size-4 shrink-0 text-muted" />
        <p className="min-w-0 flex-1 text-sm font-medium">
          <bdi className="breakable">{channel.name}</bdi>
        </p>
        {blocked && (
          <span className="inline-flex items-center gap-1 text-xs text-bad">
            <Ban aria-hidden="true" className="size-3.5" />
            {w.blocked}
          </span>
        )}
        {action}
      </div>
      <dl className="mt-1 flex flex-col gap-1">
        {!isAlone && <Fact label={words.details.visitor} value={words.inbox.number(number)} />}
        <Fact label={words.details.id} value={id} copy />
        <Fact label={w.name} value={own('name')} />
        <Fact label={w.email} value={own('email')} />
        <Fact label={w.phone} value={own('phone')} />
        {profiles.map(([network, address]) => (
          <Fact key={network} label={toName(network)} value={address}>
            <LinkOrText href={address} text={address} />
          </Fact>
        ))}
        {url && !profiles.some(([, address]) => address === url) && (
          <Fact label={words.details.profile} value={url}>
            <LinkOrText href={url} text={url} />
          </Fact>
        )}
        {userToken !== undefined && <Fact label={w.token} value={userToken} copy />}
        <Fact label={w.conversations} value={`${w.chats(chats)}${visits > 1 ? `, ${w.visits(visits)}` : ''}`} />
        {!isAlone && (
          <>
            <Fact label={w.firstSeen} value="">
              {when(firstSeen)}
            </Fact>
            <Fact label={w.lastSeen} value="">
              {when(lastSeen)}
            </Fact>
          </>
        )}
      </dl>
    </>
  )
}
