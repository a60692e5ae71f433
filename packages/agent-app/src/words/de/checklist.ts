import type { LaterWords } from '../part.ts'

export const checklist: LaterWords['checklist'] = {
  title: 'Erste Schritte',
  help: 'Deskbell hakt jeden Schritt ab, sobald er erledigt ist.',
  progress: (done, all) => `${done} von ${all} erledigt`,
  done: 'erledigt',
  open: 'noch nicht erledigt',
  optional: 'optional',
  hide: 'Liste ausblenden',
  hidden: 'Die Liste ist in Ihrem Posteingang ausgeblendet.',
  show: 'Im Posteingang anzeigen',
  complete: 'Alles ist eingerichtet. Sie finden diese Liste in den Einstellungen wieder.',
  failedLoad: 'Die Liste konnte nicht geladen werden',
  steps: {
    company: [
      'Geben Sie Ihrem Unternehmen einen Namen',
      'Besucher lesen den Namen im Widget, Teammitglieder in ihrer Einladung.',
      'Namen eingeben',
    ],
    try: [
      'Probieren Sie es als Besucher aus',
      'Schreiben Sie eine Nachricht im Widget. Sie kommt hier an wie die eines Besuchers.',
      'Widget öffnen',
    ],
    install: ['Fügen Sie das Widget in Ihre Website ein', 'Eine Zeile HTML auf jeder Seite.', 'Zeile anzeigen'],
    colleagues: ['Laden Sie Ihr Team ein', 'Alle legen ihren Namen und ihr Passwort selbst fest.', 'Einladen'],
    alerts: [
      'Schalten Sie Benachrichtigungen ein',
      'Ton und Benachrichtigungen melden Ihnen, dass ein Besucher wartet, auch wenn Deskbell geschlossen ist.',
      'Einrichten',
    ],
    messenger: [
      'Verbinden Sie einen Messenger',
      'Antworten Sie Personen, die Ihnen auf Telegram schreiben.',
      'Kanal anlegen',
    ],
    bot: ['Verbinden Sie einen Bot', 'Er antwortet zuerst und ruft bei Bedarf einen Agenten.', 'Bot hinzufügen'],
    crm: [
      'Verbinden Sie Ihr CRM',
      'Webhooks melden ihm jeden Chat, und seine Einträge erscheinen neben den Chats.',
      'Webhook anlegen',
    ],
  },
}
