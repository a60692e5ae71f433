import { places } from '../places.ts'
import type { Tab } from '../ui/page.tsx'
import { telephoneWords } from './telephone-words.ts'

const w = telephoneWords.tabs

/** The parts of the settings of calls. */
export const settingsTabs = (here: 'calls' | 'trunk' | 'provider'): { label: string; all: readonly Tab[] } => ({
  label: w.label,
  all: [
    { name: w.calls, href: places.callSettings, isHere: here === 'calls' },
    { name: w.trunk, href: places.trunk, isHere: here === 'trunk' },
    { name: w.provider, href: places.callProvider, isHere: here === 'provider' },
  ],
})
