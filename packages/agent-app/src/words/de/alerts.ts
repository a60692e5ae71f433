import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { at } from './grammar.ts'
import { notices } from './notices.ts'

export const alerts: LaterWords['alerts'] = {
  help: 'Wie Sie von wartenden Besuchern erfahren.',
  failedLoad: 'Ihre Benachrichtigungseinstellungen konnten nicht geladen werden',
  means: 'Wie Sie benachrichtigt werden',
  rows: {
    sound: ['Ton', 'Wird in der geöffneten Anwendung abgespielt.'],
    badge: ['Zahl am Tab', 'Der Tab und das Symbol der App zeigen die Zahl der ungelesenen Nachrichten.'],
    browser: [
      'Browser-Benachrichtigung',
      'Erscheint, solange Deskbell geöffnet, aber hinter anderen Fenstern verborgen ist.',
    ],
    push: ['Push-Benachrichtigung', 'Kommt per Web-Push auf den Geräten unten an, auch wenn Deskbell geschlossen ist.'],
    mail: [
      'E-Mail',
      'Wird nur gesendet, wenn eine Benachrichtigung innerhalb von 30 Sekunden auf keinem Gerät gesehen wurde.',
    ],
  },
  kinds: 'Anrufe',
  kindRows: {
    calls: [
      'Anrufe, die bei Ihnen klingeln',
      'Ein Ton und eine Mitteilung auf Ihren Geräten, solange ein Anruf bei Ihnen klingelt. Sonst ist der Anruf nur auf dem Bildschirm zu sehen.',
    ],
    missedCalls: ['Verpasste Anrufe', 'Anrufe, die kein Agent angenommen hat, damit zurückgerufen wird.'],
  },
  noMail: 'Dieser Server versendet noch keine E-Mails: Der Betreiber muss SMTP_URL setzen.',
  tone: 'Ton',
  tones: { chime: 'Glockenspiel', bell: 'Glocke', knock: 'Klopfen', drop: 'Tropfen' },
  play: 'Abspielen',
  silent:
    'Ihr Browser hat nichts abgespielt. Klicken Sie irgendwo auf die Seite, versuchen Sie es erneut und prüfen Sie die Lautstärke des Geräts.',
  quiet: 'Ruhezeiten',
  quietHelp:
    'In diesen Zeiten werden Sie nicht benachrichtigt. Stattdessen werden andere Teammitglieder benachrichtigt.',
  quietSwitch: 'Ruhezeiten einhalten',
  quietFrom: 'Von',
  quietTo: 'Bis',
  quietDays: 'Beginnt am',
  quietEmpty: 'Wählen Sie mindestens einen Tag und zwei verschiedene Uhrzeiten.',
  timeZone: 'Zeitzone',
  devices: 'Geräte',
  devicesHelp: 'Jeder Browser, in dem Sie Deskbell verwenden. Der zuletzt verwendete wird zuerst benachrichtigt.',
  devicesEmpty: 'Dieser Browser wurde noch nicht hinzugefügt.',
  thisDevice: 'dieses Gerät',
  lastUsed: (when) => `zuletzt verwendet ${at(when)}`,
  allow: 'Hier Benachrichtigungen einschalten',
  denied:
    'Benachrichtigungen von Deskbell sind in diesem Browser blockiert. Klicken Sie auf das Symbol neben der Adresse, erlauben Sie Benachrichtigungen und laden Sie die Seite neu. Prüfen Sie auf einem Smartphone auch die Systemeinstellungen.',
  unsupported:
    'Dieser Browser zeigt keine Benachrichtigungen. Fügen Sie Deskbell auf einem iPhone oder iPad zuerst dem Home-Bildschirm hinzu und öffnen Sie es von dort.',
  states: {
    push: 'Wird auch benachrichtigt, wenn Deskbell geschlossen ist',
    open: 'Wird benachrichtigt, solange Deskbell geöffnet ist',
    soundOnly: 'Nur Ton: Benachrichtigungen sind nicht eingeschaltet',
    denied: 'Benachrichtigungen sind in diesem Browser blockiert',
    failing: (why) => `Die letzte Benachrichtigung ist fehlgeschlagen: ${isolate(why)}`,
  },
  test: 'Testen',
  testOf: (name) => `${isolate(name)} testen`,
  removeDevice: (name) => `${isolate(name)} entfernen`,
  steps: { sent: 'Gesendet', accepted: 'Vom Push-Dienst angenommen', shown: 'Angezeigt', opened: 'Geöffnet' },
  notOpened:
    'Benachrichtigungen kommen auf diesem Gerät an. Klicken Sie auf die Benachrichtigung, um zu sehen, dass sie auch Deskbell öffnet.',
  advice: (isHere) => ({
    sent: 'Der Server hat sie noch nicht gesendet. Prüfen Sie, ob der Server den Push-Dienst des Browsers erreichen darf.',
    accepted: 'Der Push-Dienst hat sie noch nicht angenommen. Der Server versucht es weiter.',
    shown: isHere
      ? 'Nichts wurde angezeigt. Prüfen Sie, ob Benachrichtigungen für diesen Browser im System erlaubt sind, kein Fokus- oder Nicht-stören-Modus aktiv ist und der Ton nicht stummgeschaltet ist.'
      : 'Noch wurde nichts angezeigt. Ist das Gerät eingeschaltet und verbunden, und sind Benachrichtigungen für seinen Browser erlaubt?',
  }),
  log: 'Letzte Benachrichtigungen',
  logHelp: 'Was aus jeder Benachrichtigung an Sie in den letzten 30 Tagen geworden ist.',
  logEmpty: 'Noch keine Benachrichtigungen.',
  causes: {
    waiting: 'Ein Besucher wartet',
    message: 'Ein Besucher hat Ihnen geschrieben',
    handed: 'Ihnen wurde ein Chat übergeben',
    woken: 'Ein zurückgestellter Chat ist wieder da',
    offered: 'Ihnen wird ein Chat angeboten',
    asked: 'Sie werden gebeten, in einem Chat mitzuschreiben',
    returned: 'Ein Chat bleibt bei Ihnen',
    unattended: 'Ein Chat ist unbetreut: niemand online kann antworten',
    mention: 'Ein Teammitglied hat Sie erwähnt',
    task: 'Eine Aufgabe ist fällig',
    assigned: 'Sie haben eine Aufgabe bekommen',
    call: 'Ein Anruf klingelt bei Ihnen',
    missed_call: 'Ein Anruf wurde verpasst',
    test: 'Test',
  },
  chat: (id) => `Chat ${id}`,
  by: { open: 'In der geöffneten Anwendung', push: 'Web-Push', mail: 'E-Mail' },
  mailed: 'An den E-Mail-Server übergeben',
  decided: 'Noch nicht gesendet',
  failed: (why) => `Fehlgeschlagen: ${isolate(why)}`,
  ...notices,
}
