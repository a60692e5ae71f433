import type { Identity } from '@deskbell/protocol/agent/contact'
import { useQueryClient } from '@tanstack/react-query'
import { Split } from 'lucide-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../api/client.ts'
import { refreshInbox } from '../live/inbox.ts'
import { useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { contactWords } from './words.ts'

const w = contactWords

/** Takes a visitor of a contact apart, and opens the contact that they have then. */
export function ApartButton({ contact, identity }: { contact: number; identity: Identity }) {
  const { live } = useSession()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const apart = async () => {
    const params = { contact, visitor: Number(identity.number) }
    const { contact: own } = await call('POST /contacts/:contact/visitors/:visitor/apart', { params })
    await queries.invalidateQueries({ queryKey: ['contacts'] })
    void refreshInbox(live)
    navigate(places.contact(own))
  }
  return (
    <>
      <IconButton label={w.apartFrom(identity.channel.name)} className="-my-1.5" onClick={() => setAsking(true)}>
        <Split className="size-4" />
      </IconButton>
      <Confirm open={asking} onOpenChange={setAsking} title={w.apartTitle} action={w.apart} onConfirm={apart}>
        {w.apartHelp}
      </Confirm>
    </>
  )
}
