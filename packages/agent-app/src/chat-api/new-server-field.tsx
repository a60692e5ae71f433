import type { NewFields } from '../channels/kind-view.ts'
import { TextField } from '../ui/field.tsx'
import { words } from '../words/index.ts'

const w = words.channels

export const NewServerField: NewFields['Fields'] = ({ problemAt }) => (
  <TextField
    label={w.serverUrl}
    note={words.common.optional}
    name="serverUrl"
    type="url"
    inputMode="url"
    placeholder="https://shop.example/chat"
    help={w.serverUrlHelp}
    problem={problemAt('/serverUrl')}
  />
)
