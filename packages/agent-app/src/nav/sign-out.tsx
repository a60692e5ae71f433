import { useCallback, useState } from 'react'
import { useSession } from '../live/react.ts'
import { Confirm } from '../ui/dialog.tsx'
import { words } from '../words/index.ts'

/** Signs out; asks first when messages are not sent yet, and shows when it failed. `question` is the dialog. */
export function useSignOut(onSignOut: () => Promise<void>) {
  const { live } = useSession()
  const [asking, setAsking] = useState(false)
  // The number of unsent messages when the agent asked to sign out.
  const [unsent, setUnsent] = useState(0)
  const signOut = useCallback(() => {
    const count = [...live.pending.values()].flat().filter((pending) => pending.state.is !== 'sent').length
    setUnsent(count)
    if (count > 0) setAsking(true)
    else void onSignOut().catch(() => setAsking(true))
  }, [live, onSignOut])
  const question = (
    <Confirm
      open={asking}
      onOpenChange={setAsking}
      title={unsent > 0 ? words.nav.unsent : words.nav.signOut}
      action={unsent > 0 ? words.nav.signOutAnyway : words.nav.signOut}
      danger={unsent > 0}
      onConfirm={onSignOut}
    >
      {unsent > 0 ? words.nav.unsentHelp(unsent) : words.problem.unreachable}
    </Confirm>
  )
  return { signOut, question }
}
