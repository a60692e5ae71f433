import type { ComponentProps } from 'react'
import { SecretField } from '../ui/secret-field.tsx'
import { words } from '../words/index.ts'

const w = words.telegram

type Props = Omit<ComponentProps<typeof SecretField>, 'help' | 'show' | 'hide'>

/** The token of a bot. The browser checks its format; the server checks it with Telegram. */
export const TokenField = (props: Props) => (
  <SecretField
    {...props}
    required
    // The browser compiles the pattern with the flag v, and pasted text may have spaces around it.
    pattern="\s*[0-9]{3,20}:[A-Za-z0-9_\-]{20,100}\s*"
    title={w.tokenLooks}
    maxLength={200}
    help={w.tokenHelp}
    show={w.tokenShow}
    hide={w.tokenHide}
  />
)
