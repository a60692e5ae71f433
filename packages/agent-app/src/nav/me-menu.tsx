import { useFirstUse } from '../ui/first-use.ts'
import { later } from '../ui/later.tsx'
import { MeButton } from './me-button.tsx'

const MeMenuView = later(() => import('./me-menu-view.tsx'))

/** The agent's own menu at the foot of the rail. */
export function MeMenu({ onSignOut }: { onSignOut: () => void }) {
  const first = useFirstUse(MeMenuView.preload)
  const button = <MeButton {...first.props} />
  return first.used ? <MeMenuView loading={button} byKey={first.byKey} onSignOut={onSignOut} /> : button
}
