import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count } from './grammar.ts'

export const hours: LaterWords['hours'] = {
  help: 'Außerhalb ihrer Zeiten bekommen Agenten keine Chats, und Chats einer Abteilung warten. Agenten können Chats weiterhin selbst annehmen.',
  none: 'Alle Agenten und Abteilungen bekommen jederzeit Chats.',
  add: 'Servicezeiten hinzufügen',
  for: 'Abteilung oder Agent',
  titleOf: (name) => `Servicezeiten von ${isolate(name)}`,
  removeTitle: (name) => `Servicezeiten von ${isolate(name)} entfernen?`,
  removeHelp: 'Chats werden dann jederzeit zugeteilt.',
  copyFrom: 'Kopieren von',
  own: 'Inhaber und Admins legen sie fest. Außerhalb bekommen Sie keine Chats.',
  you: 'Sie',
  nextDay: 'am nächsten Tag',
  allDay: 'ganztägig',
  same: (day) => `${day}: Zeiten für die anderen offenen Tage übernehmen`,
  pause: 'Pause',
  addBreak: (day) => `${day}: Pause hinzufügen`,
  removeBreak: (day) => `${day}: Pause entfernen`,
  breakFrom: (day) => `${day}: Pause, von`,
  breakTo: (day) => `${day}: Pause, bis`,
  holidays: 'Feiertage',
  holidaysHelp:
    'An diesen Tagen geschlossen, außer zu den Zeiten, die Sie hinzufügen. Zeiten, die am Abend davor begonnen haben, laufen zu Ende.',
  holidayCount: (n) => count(n, 'Feiertag', 'Feiertage'),
  addHoliday: 'Feiertag hinzufügen',
  removeHoliday: (name) => `Feiertag ${isolate(name)} entfernen`,
  unnamed: 'ohne Namen',
  date: 'Datum',
  name: 'Name',
  endsWrong: 'Geben Sie einen Beginn und ein anderes Ende ein.',
  breaksWrong: 'Pausen liegen innerhalb der Zeiten, nacheinander, und enden vor Mitternacht.',
  holidayWrong: 'Geben Sie Datum und Namen jedes Feiertags ein.',
  repeated: (date) => `Am ${date} gibt es zwei Feiertage.`,
}
