import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import { CardChoice } from '../ui/card-choice.tsx'
import { words } from '../words/index.ts'
import { KINDS } from './kinds.ts'

const OPTIONS = Object.entries(KINDS).map(([kind, { icon, name, help }]) => ({
  value: kind as ChannelKind,
  icon,
  name,
  help,
}))

type Props = { value: ChannelKind; onChange: (kind: ChannelKind) => void }

/** The channel kinds, each with a description. */
export const KindChoice = (props: Props) => <CardChoice label={words.channels.kind} options={OPTIONS} {...props} />
