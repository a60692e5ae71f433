import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count, of } from './grammar.ts'

export const hours: LaterWords['hours'] = {
  help: 'En dehors de leurs horaires, les agents ne reçoivent pas de discussions, et celles d’un service attendent. Les agents peuvent en accepter eux-mêmes.',
  none: 'Tous les agents et services reçoivent des discussions à toute heure.',
  add: 'Ajouter des horaires',
  for: 'Service ou agent',
  titleOf: (name) => `Horaires ${of(name)}`,
  removeTitle: (name) => `Supprimer les horaires ${of(name)} ?`,
  removeHelp: 'Les discussions sont ensuite attribuées à toute heure.',
  copyFrom: 'Copier depuis',
  own: 'Fixés par les propriétaires et les administrateurs. En dehors, vous ne recevez pas de discussions.',
  you: 'Vous',
  nextDay: 'le lendemain',
  allDay: 'toute la journée',
  same: (day) => `${day} : donner ces horaires aux autres jours ouverts`,
  pause: 'Pause',
  addBreak: (day) => `${day} : ajouter une pause`,
  removeBreak: (day) => `${day} : supprimer la pause`,
  breakFrom: (day) => `${day} : pause, de`,
  breakTo: (day) => `${day} : pause, à`,
  holidays: 'Jours fériés',
  holidaysHelp:
    'Fermé à ces dates, sauf aux heures que vous ajoutez. Une plage commencée la veille au soir va jusqu’à sa fin.',
  holidayCount: (n) => count(n, 'jour férié', 'jours fériés'),
  addHoliday: 'Ajouter un jour férié',
  removeHoliday: (name) => `Supprimer le jour férié ${isolate(name)}`,
  unnamed: 'sans nom',
  date: 'Date',
  name: 'Nom',
  endsWrong: 'Saisissez un début et une fin différente.',
  breaksWrong: 'Les pauses sont comprises dans les horaires, l’une après l’autre, et finissent avant minuit.',
  holidayWrong: 'Saisissez la date et le nom de chaque jour férié.',
  repeated: (date) => `Il y a deux jours fériés à la date ${date}.`,
}
