import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { count } from './grammar.ts'
import { listing } from '../listing.ts'

export const list: Words['list'] = {
  draft: 'Entwurf',
  draftHelp: 'In diesem Chat gibt es einen nicht gesendeten Entwurf von Ihnen.',
  said: (author) => `${author}:`,
  channel: (name) => `Kanal: ${isolate(name)}`,
  tags: (names) => `Tags: ${names.map(isolate).join(', ')}`,
  moreTags: (n) => `+${n}`,
  density: 'Zeilen im Posteingang',
  densities: { comfortable: 'Komfortabel', compact: 'Kompakt' },
}

export const inbox: Words['inbox'] = {
  title: 'Posteingang',
  views: { waiting: 'Wartend', mine: 'Meine', all: 'Alle', closed: 'Geschlossen', snoozed: 'Zurückgestellt' },
  viewsLabel: 'Ansichten',
  list: (view) => `Chats: ${view}`,
  filter: 'Diese Liste durchsuchen',
  filterHelp: 'Name, E-Mail, Telefon, Nummer, Kanal, Tag oder Wörter einer Nachricht',
  clearFilter: 'Suche löschen',
  noMatch: 'Kein Chat dieser Liste passt',
  noMatchHelp: 'Durchsucht wurden Besucher, Kanal, Tag und alle Nachrichten der Chats dieser Liste.',
  searchAll: 'Alles durchsuchen',
  failedSearch: 'Die Suche ist fehlgeschlagen',
  filters: 'Filter',
  filtersSet: (n) => count(n, 'Filter', 'Filter'),
  noneFits: 'Kein Chat passt zu den Filtern',
  noneFitsHelp: 'Ein Chat erscheint hier, sobald er passt.',
  clearFilters: 'Filter löschen',
  empty: {
    waiting: ['Keine wartenden Chats', 'Neue Chats erscheinen hier, sobald Besucher schreiben.'],
    mine: ['Sie haben keine Chats', 'Antworten Sie auf einen wartenden Chat, um ihn zu übernehmen.'],
    all: ['Keine offenen Chats', 'Alle offenen Chats erscheinen hier.'],
    closed: ['Noch keine geschlossenen Chats', 'Geschlossene Chats erscheinen hier.'],
    snoozed: [
      'Keine zurückgestellten Chats',
      'Zurückgestellte Chats warten hier bis zum gewählten Zeitpunkt oder bis zur nächsten Nachricht des Besuchers.',
    ],
  },
  anonymous: 'Ein Besucher',
  visitor: (number) => `Besucher ${number}`,
  number: (number) => `#${number}`,
  you: 'Sie',
  agent: 'Agent',
  bot: 'Bot',
  noText: 'Noch keine Nachrichten',
  unread: (n) => count(n, 'ungelesene Nachricht', 'ungelesene Nachrichten'),
  waitingFor: (time) => `Wartezeit: ${time}`,
  failed: (n) => count(n, 'Nachricht wurde nicht zugestellt', 'Nachrichten wurden nicht zugestellt'),
  heldBy: (name) => `bei ${isolate(name)}`,
  heldByYou: 'bei Ihnen',
  department: (name) => `Abteilung: ${isolate(name)}`,
  typing: 'schreibt…',
  failedLoad: 'Die Chats konnten nicht geladen werden',
  pick: 'Chat auswählen',
  pickHelp: 'Mit J und K bewegen, mit Enter öffnen.',
  justNow: 'jetzt',
  count: (n, more) => `${n}${more ? '+' : ''}`,
  chats: (n, more) => `${n}${more ? '+' : ''} ${n === 1 && !more ? 'Chat' : 'Chats'}`,
  attach: 'Datei',
}

export const closing: Words['closing'] = {
  closed: (name) => `Chat mit ${isolate(name)} geschlossen`,
  undo: 'Rückgängig',
  undoKey: 'Z macht es rückgängig.',
  wrote: (name) => `${isolate(name)} hat geschrieben, der Chat bleibt offen`,
  wentOn: (name) => `Der Chat mit ${isolate(name)} bleibt offen`,
  notClosed: (name) => `Der Chat mit ${isolate(name)} konnte nicht geschlossen werden`,
  notUndone: (name) => `Das Schließen des Chats mit ${isolate(name)} ließ sich nicht rückgängig machen`,
  open: 'Öffnen',
  dismiss: 'Ausblenden',
  notices: 'Hinweise',
  keptYou: 'Sie haben den Chat offen gelassen',
  kept: (name) => `${isolate(name)} hat den Chat offen gelassen`,
  keptByVisitor: 'Der Besucher hat während des Schließens geschrieben, der Chat bleibt daher offen',
}

const names = listing('de')
/** So many are named; of more, the others are counted. */
const NAMED = 2
const named = (agents: readonly string[]): string =>
  agents.length <= NAMED + 1
    ? names.format(agents.map(isolate))
    : `${agents.slice(0, NAMED).map(isolate).join(', ')} und ${agents.length - NAMED} weitere`

export const looking: Words['looking'] = {
  viewing: (agents) => `${named(agents)} ${agents.length === 1 ? 'sieht' : 'sehen'} den Chat gerade an`,
  writing: (name) => `${isolate(name)} schreibt eine Antwort`,
  noting: (name) => `${isolate(name)} schreibt eine Notiz`,
}
