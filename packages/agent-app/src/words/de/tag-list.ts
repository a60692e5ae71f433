import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const tagList: LaterWords['tags'] = {
  title: 'Tags',
  help: 'Schlagwörter für Chats. Nur Ihr Team sieht sie.',
  readOnly: 'Inhaber und Admins ändern die Liste.',
  empty: 'Noch keine Tags',
  emptyHelp: 'Tags ordnen Chats nach Themen wie „Erstattung“ oder „VIP“ und machen sie im Archiv auffindbar.',
  failedLoad: 'Die Tags konnten nicht geladen werden',
  add: 'Tag anlegen',
  edit: (name) => `${isolate(name)} ändern`,
  change: 'Ändern',
  remove: 'Entfernen',
  actions: (name) => `Aktionen für ${isolate(name)}`,
  name: 'Name',
  nameHelp: 'Höchstens 40 Zeichen.',
  colour: 'Farbe',
  colours: {
    grey: 'Grau',
    red: 'Rot',
    orange: 'Orange',
    yellow: 'Gelb',
    green: 'Grün',
    teal: 'Petrol',
    blue: 'Blau',
    purple: 'Lila',
    pink: 'Rosa',
  },
  removeTitle: (name) => `Tag ${isolate(name)} entfernen?`,
  removeHelp:
    'Chats zeigen es nicht mehr, und es kann nicht mehr danach gesucht werden. Das lässt sich nicht rückgängig machen.',
  find: 'Tag suchen',
  create: (name) => `„${isolate(name)}“ anlegen`,
  none: 'Kein Tag hat diesen Namen.',
  noneYet: 'Es gibt noch keine Tags. Inhaber und Admins legen sie in den Einstellungen an.',
  filter: 'Tag',
  any: 'Alle Tags',
}
