import type { CallProvider, CallProviderStatus } from '@deskbell/protocol/agent/call-provider'
import { useQuery } from '@tanstack/react-query'
import { places } from '../../places.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { callSettingsQuery } from '../settings-query.ts'
import { providerWords as w, telephoneWords } from '../telephone-words.ts'

type Props = Pick<CallProviderStatus, 'incomingUrl'> & Pick<CallProvider, 'number'>

/** Where the provider is to send calls that come in, and what else they need. */
export function AddressSection({ incomingUrl, number }: Props) {
  const { data: settings } = useQuery(callSettingsQuery)
  return (
    <Section title={telephoneWords.incoming.title} help={w.incomingHelp}>
      <div className="flex flex-col gap-2 text-sm text-soft">
        <p className="text-pretty">{w.enterAddress(number)}</p>
        <CodeLine text={incomingUrl} label={w.copy} />
        <p className="text-muted text-pretty">{w.mustReach}</p>
        {settings?.incoming === null && (
          <p className="text-pretty">
            {w.noChannel}{' '}
            <Link href={places.callSettings} className="font-medium text-accent hover:underline">
              {w.toChannel}
            </Link>
          </p>
        )}
      </div>
    </Section>
  )
}
