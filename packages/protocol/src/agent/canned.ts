import { Type, type Static } from 'typebox'
import { AGENT_TEXT_MAX, ATTACHMENTS_MAX } from '../limits.ts'
import { TEXT_FORMS } from '../text-forms.ts'
import { Id, Nullable, Strict } from '../shapes.ts'

/** Canned answers that an account shares, and that one agent has. */
export const SHARED_ANSWERS_MAX = 500
export const OWN_ANSWERS_MAX = 200

const Title = Type.String({ minLength: 1, maxLength: 100 })
const Shortcut = Type.String({
  pattern: TEXT_FORMS.shortcut,
  description: 'letters, digits, `-` and `_`; unique among the answers that the agent sees',
})
const Text = Type.String({
  minLength: 1,
  maxLength: AGENT_TEXT_MAX,
  description: 'with variables: `{visitor.name}`, or `{visitor.name|there}` with words instead of a missing value',
})

const FileId = Type.String({ pattern: TEXT_FORMS.upload })
const FileIds = Type.Array(FileId, {
  maxItems: ATTACHMENTS_MAX,
  uniqueItems: true,
  description: 'files that you uploaded for it, or that it has, in the order to send; default none',
})

/** A file that is sent with a canned answer. */
export const CannedFile = Strict({
  file: Type.String({ description: 'names the file in `files` of a canned answer' }),
  name: Type.String({ description: 'as it will be shown: cleaned, with an ending that fits its content' }),
  size: Type.Integer({ description: 'bytes' }),
  mime: Type.String({ description: 'type found in the content' }),
  url: Type.String({ description: 'signed link for you, valid for a day, on the origin for files' }),
  thumb: Type.Optional(Type.String({ description: 'signed link to a small picture, at most 320 px wide' })),
})
export type CannedFile = Static<typeof CannedFile>
/** Which file of a canned answer is copied into a chat. */
export const CannedUploadBody = Strict({ file: FileId })

/** A text that agents send again and again. */
export const CannedAnswer = Strict({
  id: Id,
  shared: Type.Boolean({ description: 'all agents see it; otherwise only its owner does' }),
  title: Type.String(),
  shortcut: Nullable(Type.String()),
  text: Type.String(),
  files: Type.Array(CannedFile, { description: 'in the order to send' }),
  rank: Type.Number({ description: 'grows with each use and falls with time; 0: never used' }),
})
export type CannedAnswer = Static<typeof CannedAnswer>
export const CannedAnswers = Strict({ answers: Type.Array(CannedAnswer) })

export const NewCannedAnswer = Strict({
  shared: Type.Optional(Type.Boolean({ description: 'for owners and admins; default false' })),
  title: Title,
  shortcut: Type.Optional(Nullable(Shortcut)),
  text: Text,
  files: Type.Optional(FileIds),
})
export type NewCannedAnswer = Static<typeof NewCannedAnswer>
export const CannedAnswerChange = Type.Partial(NewCannedAnswer, { additionalProperties: false })
export type CannedAnswerChange = Static<typeof CannedAnswerChange>
