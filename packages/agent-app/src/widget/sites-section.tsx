import { useChange } from '../channels/use-change.ts'
import { HostList } from '../ui/host-list.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'

const w = words.widget
const MOST = 50
const TEXTS = {
  none: w.sitesAll,
  field: w.sitesField,
  add: w.sitesAdd,
  remove: w.sitesRemove,
  wrong: w.sitesWrong,
  there: w.sitesThere,
  full: w.sitesFull,
}
/** `www.` is removed from a site: with it, the pages without `www.` would be refused. */
const withoutWww = (host: string) => host.replace(/^www\./, '')

/** The sites whose pages may show the widget. */
export function SitesSection({ channel, mayChange }: PartProps) {
  const { problem, change } = useChange(channel)
  return (
    <Section title={w.sites} help={w.sitesHelp}>
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      <HostList
        hosts={channel.widget.sites}
        most={MOST}
        mayChange={mayChange}
        texts={TEXTS}
        shorten={withoutWww}
        onChange={(sites) => change({ widget: { sites } })}
      />
    </Section>
  )
}
