import { Type, type Static } from 'typebox'
import { LANGUAGES } from '../languages.ts'
import { Id, Nullable, Strict } from '../shapes.ts'
import { RULES_MAX, RULE_PARTS_MAX, RULE_TEXT_MAX } from './rules.ts'
import { TEXT_FORMS } from '../text-forms.ts'

/** So many agents are shown before the first message. */
export const TEAM_MAX = 3

const Line = (max: number, description: string) => Type.String({ maxLength: max, description })

const Condition = Strict({
  condition: Type.String({ maxLength: 100 }),
  comparator: Type.Optional(Type.String({ maxLength: 100 })),
  value: Type.Optional(Type.Union([Type.String({ maxLength: RULE_TEXT_MAX }), Type.Number(), Type.Boolean()])),
})
const Action = Strict({
  command: Type.String({ maxLength: 100 }),
  params: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 100 }),
      Type.Union([Type.String({ maxLength: RULE_TEXT_MAX }), Type.Number(), Type.Boolean()]),
    ),
  ),
})
/** A trigger rule as `setRules` takes it (W3). */
export const RuleSource = Strict({
  name: Type.String({ maxLength: RULE_TEXT_MAX }),
  enabled: Type.Boolean(),
  type: Type.Enum(['all', 'any']),
  conditions: Type.Array(Condition, { maxItems: RULE_PARTS_MAX }),
  commands: Type.Array(Action, { maxItems: RULE_PARTS_MAX }),
})
export type RuleSource = Static<typeof RuleSource>

/** Settings of a widget. For an empty text, the widget uses its words in the visitor's language. */
export const WidgetSettings = Strict({
  colour: Type.String({
    pattern: TEXT_FORMS.colour,
    default: '#0b6b61',
    description: 'of label, header, own messages',
  }),
  theme: Type.Enum(['auto', 'light', 'dark'], { default: 'auto', description: 'auto: as the visitor’s device says' }),
  position: Type.Enum(['right', 'left'], { default: 'right', description: 'corner at the bottom of the page' }),
  offset: Type.Array(Type.Integer({ minimum: 0, maximum: 500 }), {
    minItems: 2,
    maxItems: 2,
    default: [20, 20],
    description: 'px from the side and from the bottom',
  }),
  language: Type.Enum(['auto', ...LANGUAGES], { default: 'auto', description: 'auto: of the page or the browser' }),
  label: Line(60, 'beside the button’s icon while agents are online; empty: only the icon'),
  labelOffline: Line(60, 'beside the button’s icon while no agent is online; empty: only the icon'),
  title: Line(80, 'head of the window'),
  greeting: Line(500, 'first line of an empty conversation'),
  contacts: Type.Enum(['off', 'before', 'after'], {
    default: 'off',
    description: 'contacts form: never, before the first message, or after it',
  }),
  contactsNeeded: Type.Array(Type.Enum(['name', 'email', 'phone']), { maxItems: 3, uniqueItems: true, default: [] }),
  offlineForm: Type.Boolean({ default: true, description: 'while no agent is online, a form instead of the chat' }),
  callback: Type.Boolean({
    default: false,
    description: 'has no effect: call-backs are switched on for the account (`PATCH /call-settings`)',
  }),
  rating: Type.Boolean({
    default: true,
    description: 'asks the visitor to rate the chat after an agent has closed it',
  }),
  departments: Type.Boolean({ default: false, description: 'lets the visitor choose a department' }),
  sound: Type.Boolean({ default: true }),
  team: Type.Boolean({
    default: true,
    description: 'an empty conversation shows agents and how soon they usually answer',
  }),
  placeShown: Type.Boolean({
    default: true,
    description: 'visitors who wait see their place in the queue and, when it is known, the expected wait',
  }),
  typingShown: Type.Boolean({ default: true, description: 'agents see what a visitor types before it is sent' }),
  sites: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    maxItems: 50,
    default: [],
    description: 'hosts whose pages may show the widget, each with its subdomains; empty: every page',
  }),
  rules: Type.Array(RuleSource, { maxItems: RULES_MAX, default: [] }),
})
export type WidgetSettings = Static<typeof WidgetSettings>

export const WIDGET_DEFAULTS: WidgetSettings = {
  colour: '#0b6b61',
  theme: 'auto',
  position: 'right',
  offset: [20, 20],
  language: 'auto',
  label: '',
  labelOffline: '',
  title: '',
  greeting: '',
  contacts: 'off',
  contactsNeeded: [],
  offlineForm: true,
  callback: false,
  rating: true,
  departments: false,
  sound: true,
  team: true,
  placeShown: true,
  typingShown: true,
  sites: [],
  rules: [],
}

/** `GET /widget/WIDGET_ID/settings?lang=de`: the data that a page needs before the window is opened. */
export const PublicSettings = Strict({
  online: Type.Boolean({ description: 'an agent can answer now' }),
  lang: Type.Enum([...LANGUAGES], { description: 'the language of the window for this visitor' }),
  dir: Type.Enum(['ltr', 'rtl']),
  window: Type.String({ description: 'address of the script with the window' }),
  socket: Type.String({ description: 'address of the socket, ws: or wss:' }),
  colour: Type.String(),
  ink: Type.Enum(['#fff', '#000'], { description: 'legible on `colour`' }),
  style: Type.String({ description: 'CSS of the button: colours, place, and the font of its text' }),
  theme: WidgetSettings.properties.theme,
  position: WidgetSettings.properties.position,
  offset: WidgetSettings.properties.offset,
  label: Type.String({ description: 'the current name of the button, in the visitor’s language' }),
  labels: Type.Array(Type.String(), { minItems: 2, maxItems: 2, description: 'names of the button: online, offline' }),
  text: Type.String({ description: 'the current text beside the icon; empty: only the icon' }),
  texts: Type.Array(Type.String(), { minItems: 2, maxItems: 2, description: 'beside the icon: online, offline' }),
  title: Type.String(),
  greeting: Type.String(),
  contacts: WidgetSettings.properties.contacts,
  contactsNeeded: WidgetSettings.properties.contactsNeeded,
  offlineForm: Type.Boolean(),
  callback: Type.Boolean(),
  rating: Type.Boolean(),
  sound: Type.Boolean(),
  team: Type.Array(Strict({ name: Type.String(), photo: Type.Optional(Type.String()) }), {
    maxItems: TEAM_MAX,
    description: 'agents of the channel',
  }),
  reply: Type.String({ description: 'how soon agents usually answer, in the visitor’s language; empty: not known' }),
  departments: Type.Array(Strict({ id: Id, name: Type.String() })),
  rules: Type.Array(RuleSource),
  account: Nullable(Type.String({ description: 'name of the company, if no title is set' })),
  logo: Nullable(Type.String({ description: 'address of the picture of the company' })),
})
export type PublicSettings = Static<typeof PublicSettings>
