import { useCell, useSession } from '../live/react.ts'
import { Page } from '../ui/page.tsx'
import { words } from '../words/index.ts'
import { AccountPart } from './account-part.tsx'

const w = words.settings

/** Settings of the account. Agents read those of links and retention. */
export default function General() {
  const mayChange = useCell(useSession().live.me).role !== 'agent'
  return (
    <Page title={w.sections.general} help={mayChange ? w.help : w.readOnly}>
      <AccountPart mayChange={mayChange} />
    </Page>
  )
}
