import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../ui/button.tsx'
import { words } from '../words/index.ts'

export const ChatMenuButton = (props: Omit<ComponentProps<'button'>, 'children'>) => (
  <IconButton {...props} label={words.chat.actions} type="button">
    <Ellipsis className="size-4.5" />
  </IconButton>
)
