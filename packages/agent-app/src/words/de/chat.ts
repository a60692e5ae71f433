import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { at, count } from './grammar.ts'
import { listing } from '../listing.ts'

const names = listing('de')

export const chat: Words['chat'] = {
  label: (name) => `Chat mit ${isolate(name)}`,
  messages: 'Nachrichten',
  reply: 'Antworten',
  replyHelp: 'Wenn Sie antworten, wird Ihnen der Chat zugewiesen.',
  replying: 'Wird angenommen…',
  takeOver: 'Übernehmen',
  heldBy: (name) => `${isolate(name)} bearbeitet diesen Chat.`,
  takeOverTitle: (name) => `Diesen Chat von ${isolate(name)} übernehmen?`,
  takeOverHelp: (name) => `${isolate(name)} kann den Chat weiterhin lesen, aber nicht mehr antworten.`,
  withBot: (name) => `${isolate(name)} antwortet gerade und verlässt den Chat, wenn Sie übernehmen.`,
  botAnswers: (name) => `${isolate(name)} antwortet`,
  closedBy: (name, when) => (name ? `Geschlossen von ${isolate(name)} ${at(when)}.` : `Geschlossen ${at(when)}.`),
  closedByYou: (when) => `Sie haben diesen Chat ${at(when)} geschlossen.`,
  closedHelp: 'Wenn der Besucher wieder schreibt, beginnt ein neuer Chat.',
  closedBlocked: 'Dieser Besucher ist blockiert und kann nicht schreiben.',
  close: 'Chat schließen',
  actions: 'Weitere Aktionen',
  leave: 'Zurück in die Warteschlange',
  block: 'Besucher blockieren',
  blockTitle: 'Diesen Besucher blockieren?',
  blockHelp: 'Der Chat wird geschlossen. Der Besucher kann nicht schreiben, bis ein Agent die Blockierung aufhebt.',
  isBlocked: 'Dieser Besucher ist blockiert',
  isBlockedHelp: 'Er kann Ihnen nicht schreiben.',
  unblock: 'Freigeben',
  details: 'Details',
  hideDetails: 'Details ausblenden',
  placeholder: 'Antwort schreiben',
  send: 'Senden',
  canned: 'Textbausteine. Geben Sie / in eine leere Nachricht ein',
  attach: 'Datei anhängen',
  attachHelp: (size) => `Bis zu ${size}. Sie können Dateien auch einfügen oder hierher ziehen.`,
  tooLarge: (name, size) => `„${isolate(name)}“ ist zu groß. Die Grenze liegt bei ${size}.`,
  emptyFile: (name) => `„${isolate(name)}“ ist leer oder ein Ordner und kann nicht gesendet werden.`,
  tooManyFiles: (most) =>
    `Eine Nachricht kann höchstens ${count(most, 'Datei', 'Dateien')} enthalten. Senden Sie die übrigen danach.`,
  left: (n) => `Noch ${count(n, 'Zeichen', 'Zeichen')}`,
  over: (n) => `${count(n, 'Zeichen', 'Zeichen')} zu viel`,
  drop: 'Dateien zum Senden hier ablegen',
  today: 'Heute',
  yesterday: 'Gestern',
  todayAt: (time) => `Heute, ${time}`,
  yesterdayAt: (time) => `Gestern, ${time}`,
  newMessages: (n) => count(n, 'neue Nachricht', 'neue Nachrichten'),
  unreadMark: 'Neu',
  toEnd: 'Zur neuesten Nachricht',
  loadingOlder: 'Frühere Nachrichten werden geladen',
  olderFailed: 'Frühere Nachrichten konnten nicht geladen werden.',
  beginning: (name) => `Beginn des Chats mit ${isolate(name)}`,
  beginningAgain: 'Beginn dieses Chats',
  failedLoad: 'Der Chat konnte nicht geladen werden',
  typing: (name) => `${isolate(name)} schreibt`,
  beingTyped: 'Wird geschrieben, noch nicht gesendet:',
  queued: 'Wartet auf den Versand',
  sending: 'Wird gesendet',
  sent: 'Gesendet',
  deliveredSometime: 'Zugestellt',
  delivered: (time) => `Zugestellt ${at(time)}`,
  again: (name) => `Erneut gesendet von ${isolate(name)}`,
  notDelivered: 'Nicht zugestellt',
  sendAgain: 'Erneut senden',
  emoji: 'Emojis',
  looksLike: 'Der Besucher sieht:',
  messageActions: 'Aktionen für diese Nachricht',
  failedAgain: (times, time) => `Erneut fehlgeschlagen ${at(time)} (${times}-mal).`,
  againFailed: 'Erneutes Senden nicht möglich.',
  discard: 'Verwerfen',
  cancelUpload: 'Upload abbrechen',
  refused: 'Nicht gesendet',
  edited: 'bearbeitet',
  editedAt: (time) => `Bearbeitet ${at(time)}`,
  showEarlier: (n) => (n === 1 ? 'Früheren Text anzeigen' : 'Frühere Texte anzeigen'),
  cut: (from) => `gekürzt, ursprünglich ${from} Zeichen`,
  invited: (text) => `Der Besucher wurde mit „${isolate(text)}“ eingeladen`,
  invitedErased: 'Der Besucher wurde eingeladen',
  changed: 'Der Besucher hat seine Angaben geändert',
  changedBy: (name) => `${isolate(name)} hat die Angaben des Besuchers geändert`,
  changedYou: 'Sie haben die Angaben des Besuchers geändert',
  changedRemoved: (field) => `${field} (entfernt)`,
  changedTo: (field, value) => `${field} „${isolate(value)}“`,
  changes: (said, values) => `${said}: ${names.format(values)}`,
  changedErased: 'Angaben des Besuchers wurden geändert',
  changedFields: { name: 'Name', phone: 'Telefon', email: 'E-Mail', description: 'Weiteres' },
  departmentChosen: (name) => `Der Besucher hat die Abteilung ${isolate(name)} gewählt`,
  rated: { positive: 'Bewertung des Besuchers: gut', negative: 'Bewertung des Besuchers: nicht gut' },
  blocked: (name) => `${isolate(name)} hat diesen Besucher blockiert`,
  blockedYou: 'Sie haben diesen Besucher blockiert',
  unblocked: (name) => `${isolate(name)} hat die Blockierung dieses Besuchers aufgehoben`,
  unblockedYou: 'Sie haben die Blockierung dieses Besuchers aufgehoben',
  joined: (name) => `${isolate(name)} ist jetzt im Chat`,
  joinedYou: 'Sie sind jetzt im Chat',
  closedYou: 'Sie haben den Chat geschlossen',
  closed: (name) => (name ? `${isolate(name)} hat den Chat geschlossen` : 'Der Chat wurde geschlossen'),
  leftChat: (name) => `${isolate(name)} hat den Chat in die Warteschlange zurückgegeben`,
  leftYou: 'Sie haben den Chat in die Warteschlange zurückgegeben',
  agentInvited: (name) => `${isolate(name)} hat einen Agenten gerufen`,
  agentUnavailable: {
    none: (name) => `Kein Agent war verfügbar. ${isolate(name)} macht weiter`,
    unaccepted: (name) =>
      `Kein Agent hat den Ruf von ${isolate(name)} rechtzeitig angenommen. Der Chat wartet weiterhin`,
  },
  botJoined: (name) => `${isolate(name)} antwortet`,
  botSkipped: (name) => `${isolate(name)} wurde wegen einer Störung übersprungen`,
  botLeft: {
    failed: (name) => `${isolate(name)} hat die Nachricht nicht angenommen. Der Chat wartet auf einen Agenten`,
    interrupted: (name) =>
      `Der Server wurde während einer Anfrage an ${isolate(name)} neu gestartet. Der Chat wartet auf einen Agenten`,
    silent: (name) => `${isolate(name)} hat nicht rechtzeitig geantwortet. Der Chat wartet auf einen Agenten`,
    skipped: (name) => `${isolate(name)} ist gestört. Der Chat wartet auf einen Agenten`,
    removed: (name) => `${isolate(name)} wurde von diesem Kanal entfernt. Der Chat wartet auf einen Agenten`,
    loop: (name) =>
      `${isolate(name)} wurde wegen einer Schleife automatischer Antworten angehalten. Der Chat wartet auf einen Agenten`,
    repeats: (name) =>
      `${isolate(name)} wurde angehalten, weil der Bot eine Nachricht wiederholt hat. Der Chat wartet auf einen Agenten`,
    repeatsErased: (name) =>
      `${isolate(name)} wurde wegen wiederholter Nachrichten angehalten. Der Chat wartet auf einen Agenten`,
    repeatsCustomer: (name) =>
      `${isolate(name)} wurde angehalten, weil der Besucher eine Nachricht wiederholt hat. Der Chat wartet auf einen Agenten`,
  },
  botTooLate: (name) => `${isolate(name)} hat dies zu spät geschrieben. Der Besucher sieht es nicht`,
  answers: 'Schaltflächen',
  chose: (answer) => `Auswahl: ${isolate(answer)}`,
  system: 'System',
  linkTo: (host) => `öffnet ${isolate(host)}`,
}

export const media: Words['media'] = {
  kinds: {
    photo: 'Bild',
    video: 'Video',
    audio: 'Audio',
    voice: 'Sprachnachricht',
    sticker: 'Sticker',
    document: 'Datei',
    location: 'Standort',
  },
  open: (name) => `${isolate(name)} größer anzeigen`,
  downloadFile: 'Herunterladen',
  download: (name) => `${isolate(name)} herunterladen`,
  pending: (host) => (host ? `Wird von ${isolate(host)} geladen…` : 'Wird geladen…'),
  failed: 'Download fehlgeschlagen',
  broken: 'Diese Datei kann nicht angezeigt werden.',
  map: 'In OpenStreetMap öffnen',
  upload: (part) => `Wird gesendet, ${part}`,
}

export const notes: Words['notes'] = {
  kind: 'Was Sie schreiben',
  reply: 'Antwort',
  note: 'Notiz',
  help: 'Nur für Ihr Team sichtbar',
  placeholder: 'Notiz schreiben. @ erwähnt ein Teammitglied',
  send: 'Notiz speichern',
  by: (name) => `${isolate(name)}: interne Notiz`,
  whom: 'Teammitglied erwähnen',
  mentionsYou: 'Erwähnt Sie',
  write: 'Notiz schreiben',
  inArchive: 'Notiz',
}

type Changed = Parameters<Words['tags']['changedYou']>[0]
const named = (tags: readonly string[]) =>
  `${tags.length === 1 ? 'das Tag' : 'die Tags'} ${names.format(tags.map((tag) => `„${isolate(tag)}“`))}`
const what = ({ added, removed }: Changed) =>
  [added.length > 0 && `${named(added)} hinzugefügt`, removed.length > 0 && `${named(removed)} entfernt`]
    .filter(Boolean)
    .join(' und ')

export const tags: Words['tags'] = {
  ofChat: 'Tags dieses Chats',
  set: 'Tags',
  more: (n) => `+${n}`,
  moreLabel: (n) => `${n} weitere`,
  changed: (name, changed) => `${isolate(name)} hat ${what(changed)}`,
  changedYou: (changed) => `Sie haben ${what(changed)}`,
}
