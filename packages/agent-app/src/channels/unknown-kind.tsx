import { CircleHelp } from 'lucide-react'
import { words } from '../words/index.ts'
import type { KindView } from './kind-view.ts'
import { NameSection } from './name-section.tsx'

const w = words.channels

/** A kind that this build does not know, because the server is newer: agents see its channels and change their names. */
export const unknownKind: KindView = {
  icon: CircleHelp,
  name: w.kinds.unknown,
  help: w.kindsHelp.unknown,
  tabs: [{ path: 'settings', name: w.tabs.settings, Content: NameSection }],
  status: {
    help: { 0: w.offline, 1: w.online },
    disabled: w.paused,
    beside: () => w.kinds.unknown,
  },
}
