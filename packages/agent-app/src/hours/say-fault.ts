import { dateOf } from '../text/when.ts'
import { isolate } from '../words/isolate.ts'
import { words } from '../words/index.ts'
import { type HoursDraft, faultOfDraft } from './draft.ts'
import { hoursWords as w } from './words.ts'

/** What is wrong with a draft, in a sentence; null: nothing. */
export function sayFault(draft: HoursDraft): string | null {
  const fault = faultOfDraft(draft)
  if (!fault) return null
  if (fault.what === 'holiday') return w.holidayWrong
  if (fault.what === 'repeated') return w.repeated(dateOf(new Date(`${fault.date}T12:00`).getTime()))
  const { what, on } = fault
  const name = typeof on === 'string' ? words.channels.days[on] : isolate(on.name)
  return `${name}: ${what === 'ends' ? w.endsWrong : w.breaksWrong}`
}
