import { faultOf, type Hours } from '@deskbell/rules'
import { Invalid } from '../platform/errors.ts'

/**
 * Throws Invalid when the hours name no time zone, a range is empty or begins at an impossible time, or a holiday has no date of
 * the calendar or that of another one.
 */
export function checkWorkingHours(hours: Hours, path: string): void {
  const fault = faultOf(hours)
  if (fault) throw new Invalid(path + fault.at, fault.why)
}
