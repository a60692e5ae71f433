import { Type, type Static } from 'typebox'
import { AGENT_TEXT_MAX } from '../limits.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { Id, Nullable, Strict } from '../shapes.ts'
import { ChatForMe } from './chat.ts'
import { HadReceived } from './chat-bodies.ts'

/** Macros that an account shares, that one agent has, and steps of one macro. */
export const SHARED_MACROS_MAX = 200
export const OWN_MACROS_MAX = 100
export const STEPS_MAX = 10
/** The longest snooze of a macro, in minutes: 90 days. */
export const SNOOZE_MINUTES_MAX = 90 * 24 * 60

const Text = Type.String({
  minLength: 1,
  maxLength: AGENT_TEXT_MAX,
  description: 'with variables, as in canned answers',
})
const Ids = Type.Array(Id, { maxItems: 20 })

export const AcceptStep = Strict(
  { type: Type.Literal('accept') },
  { description: 'you take the chat, if no agent has it' },
)
export const SendStep = Strict({ type: Type.Literal('send'), text: Text })
export const NoteStep = Strict({ type: Type.Literal('note'), text: Text }, { description: 'a private note' })
export const TagStep = Strict(
  { type: Type.Literal('tag'), add: Ids, remove: Ids },
  { description: 'numbers of tags. Tags that no longer exist are passed over' },
)
export const HandOverStep = Strict(
  { type: Type.Literal('hand-over'), to: Type.Optional(Id), department: Type.Optional(Id) },
  { description: 'offers the chat to an agent, or gives it to a department: give one of them' },
)
export const SnoozeStep = Strict(
  {
    type: Type.Literal('snooze'),
    minutes: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: SNOOZE_MINUTES_MAX,
        description: 'null: until the next message of the visitor',
      }),
    ),
  },
  { description: 'until so many minutes after the macro runs, or the next message of the visitor' },
)
export const CloseStep = Strict({ type: Type.Literal('close') })

export const MacroStep = Type.Union([AcceptStep, SendStep, NoteStep, TagStep, HandOverStep, SnoozeStep, CloseStep])
export type MacroStep = Static<typeof MacroStep>

/** Several steps that an agent runs in a chat at once. */
export const Macro = Strict({
  id: Id,
  shared: Type.Boolean({ description: 'all agents see it; otherwise only its owner does' }),
  title: Type.String(),
  shortcut: Nullable(Type.String()),
  steps: Type.Array(MacroStep),
  rank: Type.Number({ description: 'grows with each run and falls with time; 0: never run' }),
})
export type Macro = Static<typeof Macro>
export const Macros = Strict({ macros: Type.Array(Macro) })

export const NewMacro = Strict({
  shared: Type.Optional(Type.Boolean({ description: 'for owners and admins; default false' })),
  title: Type.String({ minLength: 1, maxLength: 100 }),
  shortcut: Type.Optional(
    Nullable(
      Type.String({
        pattern: TEXT_FORMS.shortcut,
        description: 'letters, digits, `-` and `_`; unique among the macros that the agent sees',
      }),
    ),
  ),
  steps: Type.Array(MacroStep, {
    minItems: 1,
    maxItems: STEPS_MAX,
    description:
      'in their order. `accept`, `hand-over`, `snooze` and `close` at most once; after `hand-over` only notes and tags; nothing after `close`',
  }),
})
export type NewMacro = Static<typeof NewMacro>
export const MacroChange = Type.Partial(NewMacro, { additionalProperties: false })
export type MacroChange = Static<typeof MacroChange>

export const RunMacroBody = Strict({
  received: HadReceived,
  undoFor: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'of a step `close`: the chat closes after so many milliseconds, unless you take it back',
    }),
  ),
})
export const MacroRun = Strict({ chat: ChatForMe })
