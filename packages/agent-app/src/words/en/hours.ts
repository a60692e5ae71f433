import { isolate } from '../isolate.ts'
import { count } from './count.ts'

/** Working hours of channels, departments and agents. */
export const hours = {
  help: 'Outside their hours, agents are given no chats, and chats of a department wait. Agents can still accept chats themselves.',
  none: 'All agents and departments get chats at any time.',
  add: 'Add working hours',
  for: 'Department or agent',
  titleOf: (name: string) => `Working hours of ${isolate(name)}`,
  removeTitle: (name: string) => `Remove the working hours of ${isolate(name)}?`,
  removeHelp: 'Chats are given at any time from then on.',
  copyFrom: 'Copy from',
  own: 'Owners and admins set them. Outside them you are given no chats.',
  you: 'You',
  nextDay: 'next day',
  allDay: 'all day',
  same: (day: string) => `Give the other open days the hours of ${day}`,
  pause: 'Break',
  addBreak: (day: string) => `Add a break on ${day}`,
  removeBreak: (day: string) => `Remove the break on ${day}`,
  breakFrom: (day: string) => `Break on ${day}, from`,
  breakTo: (day: string) => `Break on ${day}, to`,
  holidays: 'Holidays',
  holidaysHelp:
    'Closed on these dates, except for the hours that you add. Hours that began the evening before go on to their end.',
  holidayCount: (n: number) => count(n, 'holiday', 'holidays'),
  addHoliday: 'Add holiday',
  removeHoliday: (name: string) => `Remove the holiday ${isolate(name)}`,
  unnamed: 'without a name',
  date: 'Date',
  name: 'Name',
  endsWrong: 'Enter a start and a different end.',
  breaksWrong: 'Breaks lie within the hours, one after the other, and end before midnight.',
  holidayWrong: 'Enter the date and the name of each holiday.',
  repeated: (date: string) => `There are two holidays on ${date}.`,
}
