import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count } from './grammar.ts'

/** `days`: the plural in the case that the sentence asks for; hours and minutes have one form. */
const span = (minutes: number, days: 'Tage' | 'Tagen'): string => {
  if (minutes % 1440 === 0) return count(minutes / 1440, 'Tag', days)
  return minutes % 60 === 0 ? count(minutes / 60, 'Stunde', 'Stunden') : count(minutes, 'Minute', 'Minuten')
}

export const macros: LaterWords['macros'] = {
  title: 'Makros',
  help: 'Mehrere Schritte in einem Chat auf einmal. Drücken Sie M im Chat, oder geben Sie / in eine leere Nachricht ein.',
  add: 'Neues Makro',
  edit: (title) => `„${isolate(title)}“ bearbeiten`,
  remove: 'Entfernen',
  removeTitle: (title) => `„${isolate(title)}“ entfernen?`,
  removeHelp: 'Was es in Chats getan hat, bleibt.',
  sharedList: 'Mit allen Agenten geteilt',
  own: 'Nur Ihre',
  shared: 'Geteilt',
  sharedHelp: 'Alle Agenten können es ausführen.',
  empty: 'Noch keine Makros',
  emptyHelp:
    'Speichern Sie, was Sie immer wieder tun, zum Beispiel: danken, Tag setzen, schließen. Führen Sie es dann mit einer Taste aus.',
  failedLoad: 'Die Makros konnten nicht geladen werden',
  fields: { title: 'Titel', shortcut: 'Kürzel' },
  shortcutHelp: 'Wird nach / eingegeben, um es zu finden: Buchstaben, Ziffern, - und _.',
  steps: 'Schritte',
  stepsHelp: 'Sie werden in dieser Reihenfolge ausgeführt: alle oder keiner.',
  noSteps: 'Fügen Sie den ersten Schritt hinzu.',
  addStep: 'Schritt hinzufügen',
  step: (n, name) => `Schritt ${n}: ${name}`,
  up: (n) => `Schritt ${n} nach oben`,
  down: (n) => `Schritt ${n} nach unten`,
  removeStep: (n) => `Schritt ${n} entfernen`,
  moved: (n) => `Jetzt Schritt ${n}`,
  names: {
    accept: 'Chat annehmen',
    send: 'Nachricht senden',
    note: 'Notiz schreiben',
    tag: 'Tags ändern',
    'hand-over': 'Übergeben',
    snooze: 'Zurückstellen',
    close: 'Chat schließen',
  },
  text: 'Text',
  insert: 'Variable einfügen…',
  addTags: 'Hinzufügen',
  removeTags: 'Entfernen',
  noTags: 'Es gibt noch keine Tags.',
  to: 'An',
  agents: 'Teammitglieder',
  departments: 'Abteilungen',
  choose: 'Wählen…',
  goneReceiver: 'Nicht mehr vorhanden',
  until: 'Bis',
  inTime: (minutes) => `in ${span(minutes, 'Tagen')}`,
  visitorWrites: 'zur nächsten Nachricht des Besuchers',
  preview: 'Im Chat eines Besuchers',
  does: {
    accept: 'Nimmt den Chat an, wenn noch kein Agent ihn hat',
    send: 'Sendet',
    note: 'Schreibt eine interne Notiz',
    addsTags: (names) => `Fügt hinzu: ${names}`,
    removesTags: (names) => `Entfernt: ${names}`,
    handsTo: (name) => `Übergibt den Chat an: ${isolate(name)}`,
    handsToGone: 'Übergibt den Chat an einen Agenten oder eine Abteilung, die es nicht mehr gibt',
    snoozes: (minutes) =>
      minutes === null
        ? 'Stellt den Chat bis zur nächsten Nachricht des Besuchers zurück'
        : `Stellt den Chat für ${span(minutes, 'Tage')} zurück`,
    closes: 'Schließt den Chat',
  },
  goneTag: 'ein entferntes Tag',
  run: 'Makro ausführen',
  search: 'Makro suchen',
  none: 'Kein Makro passt',
  ran: (title) => `„${isolate(title)}“ ist ausgeführt`,
  failed: (title) => `„${isolate(title)}“ hat nichts geändert.`,
  failedAt: (n, name) => `Schritt ${n} (${name}):`,
  dismiss: 'Ausblenden',
  pickHelp: 'Enter führt es aus, Esc schließt',
  manage: 'Makros bearbeiten',
}
