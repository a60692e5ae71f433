import { useAwaited } from '../commands/registry.ts'
import { later } from '../ui/later.tsx'

/** The menus of a chat, which are loaded after the first screen. */
export const ChatMenus = later(() => import('./chat-menus.tsx'))

const COMMANDS = ['chat.snooze', 'chat.handOver', 'chat.leave', 'chat.block'] as const

/** In the place of the menus until they are there: takes their keys. */
export function MenusLoading() {
  useAwaited(COMMANDS)
  return <span className="w-8 sm:w-24" />
}
