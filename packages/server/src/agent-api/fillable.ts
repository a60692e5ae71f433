import { findUnknownVariable } from '@deskbell/protocol/agent/variables'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { cleanText, countCodePoints } from '@deskbell/protocol/text'
import { Invalid } from '../platform/errors.ts'

/** A text with variables, as it is kept. Throws Invalid at `path`: blank, too long, or with a variable that does not exist. */
export function checkFillable(given: string, path: string): string {
  const text = cleanText(given)
  if (text.trim() === '') throw new Invalid(path, { reason: 'message_empty' })
  if (countCodePoints(text) > AGENT_TEXT_MAX) throw new Invalid(path, { reason: 'too_long', most: AGENT_TEXT_MAX })
  const name = findUnknownVariable(text)
  if (name !== undefined) throw new Invalid(path, { reason: 'unknown_variable', name })
  return text
}
