/** Where a command stands in the menu and on the sheet, in this order. */
export const GROUPS = ['chat', 'call', 'write', 'list', 'go', 'app'] as const
export type Group = (typeof GROUPS)[number]

export type Definition = {
  group: Group
  /**
   * As tinykeys writes them: `e`, `g i` (one after the other), `$mod+k`. A key without Ctrl or ⌘ is a one-key shortcut:
   * off while the agent types, and off altogether where the agent has switched them off.
   */
  keys?: readonly string[]
  /** Runs again while the key is held. */
  repeats?: boolean
  /** The key works while the agent types too. */
  whileTyping?: boolean
  /** Its keys with Ctrl or ⌘ work in an empty field too, where they have nothing else to do. */
  inEmptyField?: boolean
  /** Not in the menu: it only makes sense at a key, or the menu itself does it. */
  onlyKey?: boolean
  /** Printed on the sheet; the control that has the focus handles the key itself. */
  ofControl?: boolean
}

const define = <Id extends string>(table: Record<Id, Definition>): Readonly<Record<Id, Definition>> => table

/**
 * Every command and every key of the application. A screen makes a command available with `useCommands`; the menu, the
 * keys and the sheet read this table. A test fails when two commands have one key.
 */
export const COMMANDS = define({
  'chat.answer': { group: 'chat', keys: ['r'] },
  'chat.note': { group: 'chat', keys: ['n'] },
  'chat.tag': { group: 'chat', keys: ['t'] },
  'chat.close': { group: 'chat', keys: ['e'] },
  'chat.undoClose': { group: 'chat', keys: ['z', '$mod+z'], inEmptyField: true },
  'chat.snooze': { group: 'chat', keys: ['s'] },
  'chat.wake': { group: 'chat' },
  'chat.handOver': { group: 'chat', keys: ['h'] },
  'chat.leave': { group: 'chat', keys: ['q'] },
  'chat.block': { group: 'chat', keys: ['b'] },
  'chat.unblock': { group: 'chat' },
  'chat.macro': { group: 'chat', keys: ['m'] },
  'chat.message': { group: 'chat', keys: ['v'] },
  'chat.contact': { group: 'chat' },
  'chat.details': { group: 'chat', keys: ['d'] },
  'chat.nextWaiting': { group: 'chat', keys: ['w'] },

  'call.accept': { group: 'call', keys: ['p a'] },
  'call.decline': { group: 'call', keys: ['p d'] },
  'call.mute': { group: 'call', keys: ['p m'] },
  'call.hold': { group: 'call', keys: ['p h'] },
  'call.place': { group: 'call', keys: ['p c'] },
  'call.back': { group: 'call', keys: ['c'], ofControl: true },
  'call.keypad': { group: 'call', keys: ['p k'] },
  'call.invite': { group: 'call', keys: ['p i'] },
  'call.hangUp': { group: 'call', keys: ['p e'] },

  'write.send': { group: 'write', keys: ['Enter'], ofControl: true },
  'write.line': { group: 'write', keys: ['Shift+Enter'], ofControl: true },
  'write.canned': { group: 'write', keys: ['c'] },
  'write.later': { group: 'write', keys: ['$mod+Shift+Enter'], whileTyping: true },
  'write.takeBack': { group: 'write', keys: ['x'] },
  'write.emoji': { group: 'write', keys: ['$mod+Shift+e'], whileTyping: true },
  'write.bold': { group: 'write', keys: ['$mod+b'], ofControl: true },
  'write.italic': { group: 'write', keys: ['$mod+i'], ofControl: true },
  'write.link': { group: 'write', keys: ['$mod+Shift+k'], ofControl: true },
  'write.list': { group: 'write', keys: ['$mod+Shift+8'], ofControl: true },
  'write.attach': { group: 'write', keys: ['u'] },

  'list.next': { group: 'list', keys: ['j'], repeats: true, onlyKey: true },
  'list.previous': { group: 'list', keys: ['k'], repeats: true, onlyKey: true },
  'list.arrows': { group: 'list', keys: ['ArrowDown', 'ArrowUp'], ofControl: true },
  'list.open': { group: 'list', keys: ['Enter'], ofControl: true },
  'list.find': { group: 'list', keys: ['/'] },
  'list.back': { group: 'list', keys: ['Escape'], whileTyping: true, onlyKey: true },
  'list.waiting': { group: 'list', keys: ['1'] },
  'list.mine': { group: 'list', keys: ['2'] },
  'list.all': { group: 'list', keys: ['3'] },
  'list.closed': { group: 'list', keys: ['4'] },
  'list.snoozed': { group: 'list', keys: ['5'] },

  'go.search': { group: 'go', keys: ['f'] },
  'go.inbox': { group: 'go', keys: ['g i'] },
  'go.live': { group: 'go', keys: ['g l'] },
  'go.visitors': { group: 'go', keys: ['g v'] },
  'go.contacts': { group: 'go', keys: ['g k'] },
  'go.tasks': { group: 'go', keys: ['g x'] },
  'go.calls': { group: 'go', keys: ['g h'] },
  'go.offline': { group: 'go', keys: ['g o'] },
  'go.archive': { group: 'go', keys: ['g a'] },
  'go.channels': { group: 'go', keys: ['g c'] },
  'go.bots': { group: 'go', keys: ['g b'] },
  'go.team': { group: 'go', keys: ['g t'] },
  'go.settings': { group: 'go', keys: ['g s'] },
  'go.canned': { group: 'go', keys: ['g r'] },
  'go.macros': { group: 'go', keys: ['g m'] },
  'go.webhooks': { group: 'go', keys: ['g w'] },
  'go.deliveries': { group: 'go', keys: ['g d'] },
  'go.me': { group: 'go', keys: ['g p'] },

  'app.menu': { group: 'app', keys: ['$mod+k'], whileTyping: true, onlyKey: true },
  'app.shortcuts': { group: 'app', keys: ['?'] },
  'app.confirm': { group: 'app', keys: ['$mod+Enter'], ofControl: true },
  'app.oneKey': { group: 'app' },
  'app.online': { group: 'app' },
  'app.away': { group: 'app' },
  'app.density': { group: 'app' },
  'app.light': { group: 'app' },
  'app.dark': { group: 'app' },
  'app.system': { group: 'app' },
  'app.signOut': { group: 'app' },
})
export type CommandId = keyof typeof COMMANDS
export const COMMAND_IDS = Object.keys(COMMANDS) as CommandId[]
export const definitionOf = (id: CommandId): Definition => COMMANDS[id]
