import type { Site } from '@deskbell/protocol/agent/chat'
import type { ReactNode } from 'react'
import { toBrowser } from '../text/browser.ts'
import { PlaceFrom } from '../text/place-from.tsx'
import { placeOf } from '../text/place-of.ts'
import { toLanguage } from '../text/language.ts'
import { words } from '../words/index.ts'
import { Fact, Group } from './facts.tsx'
import { LinkOrText } from './link-or-text.tsx'

const w = words.details

/**
 * Where the visitor is on the site and how they arrived, as reported by the browser, and what the IP address shows; `below`
 * stands after it.
 */
export function VisitGroups({ site, below }: { site: Site; below?: ReactNode }) {
  const { url, title, referrer, utm, userAgent, lang, address, place, placeFrom } = site
  const campaign = Object.entries(utm ?? {})
  const organisation = place?.['organization']
  return (
    <>
      <Group title={w.visit}>
        <Fact label={w.onPage} value={title || url}>
          {title && <bdi className="block">{title}</bdi>}
          {url && <LinkOrText href={url} text={url} small={title !== ''} />}
        </Fact>
        {referrer && (
          <Fact label={w.cameFrom} value={referrer}>
            <LinkOrText href={referrer} text={referrer} />
          </Fact>
        )}
        {campaign.length > 0 && (
          <Fact label={w.campaign} value="">
            {campaign.map(([name, value]) => (
              <span key={name} className="block">
                <span className="text-muted">{w.utm[name] ?? name}:</span> <bdi>{value}</bdi>
              </span>
            ))}
          </Fact>
        )}
        {userAgent && (
          <Fact label={w.browser} value={userAgent}>
            <bdi title={userAgent}>{toBrowser(userAgent)}</bdi>
          </Fact>
        )}
        {lang && <Fact label={w.language} value={toLanguage(lang, words.locale)} />}
      </Group>
      <Group title={w.connection} {...(place && { help: w.placeHelp })} below={below}>
        {place && (
          <Fact label={w.place} value={placeOf(place)}>
            <bdi className="block">{placeOf(place)}</bdi>
            {placeFrom && <PlaceFrom />}
          </Fact>
        )}
        {organisation && <Fact label={w.organisation} value={organisation} />}
        <Fact label={w.address} value={address} copy />
      </Group>
    </>
  )
}
