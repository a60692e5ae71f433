import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const trunkTest: LaterWords['trunkTest'] = {
  title: 'Testanruf',
  help: 'Ein echter Anruf über den Trunk zu einem Telefon neben Ihnen. Er kann so viel kosten wie jeder Anruf.',
  number: 'Nummer eines Telefons neben Ihnen',
  numberHelp: 'Mit + und Ländervorwahl, oder eine Nebenstelle Ihrer Telefonanlage.',
  call: 'Rufen Sie mich zum Test an',
  again: 'Noch einmal anrufen',
  hangUp: 'Auflegen',
  list: 'Schritte des Testanrufs',
  steps: {
    settings: 'Einstellungen gelesen',
    host: 'Host gefunden',
    connected: 'Verbunden',
    registered: 'Angemeldet',
    engine: 'rtpengine läuft',
    dialled: 'Nummer gewählt',
    rings: 'Telefon klingelt',
    answered: 'Abgenommen',
    sound: 'Eine Melodie läuft',
    key: 'Taste gedrückt',
    over: 'Anruf ist beendet',
  },
  by: { telephone: 'Sie haben aufgelegt', server: 'Der Server hat aufgelegt' },
  after: (time) => `nach ${time}`,
  listen: 'Hören Sie die Melodie? Drücken Sie eine Taste am Telefon, oder legen Sie auf.',
  answer: 'Ihr Telefon klingelt: Nehmen Sie ab.',
  states: {
    waiting: 'Ein Server übernimmt den Test',
    running: 'Der Test läuft',
    passed: 'Der Testanruf funktioniert',
    failed: 'Der Testanruf ist gescheitert',
    stopped: 'Der Testanruf wurde beendet',
  },
  bothWays: 'Die Melodie ging hinaus, und Ihre Taste kam zurück: Über diesen Trunk können Telefone angerufen werden.',
  oneWay:
    'Das Telefon wurde abgenommen. Wenn Sie die Melodie gehört haben, können über diesen Trunk Telefone angerufen werden. Wenn nicht, sind vielleicht MEDIA_PORTS des Servers nicht offen.',
  said: (words) => `Der Trunk sagte: ${isolate(words)}`,
  failures: {
    not_taken: {
      what: 'Kein Server hat den Test übernommen.',
      remedy: 'Sehen Sie im Log des Servers nach und versuchen Sie es erneut.',
    },
    host_unknown: {
      what: 'Der Host wurde nicht gefunden, oder er darf nicht verbunden werden.',
      remedy:
        'Vergleichen Sie den Namen mit dem Brief Ihres Telefonanbieters. Private Adressen muss der Betreiber in ALLOW_TARGETS nennen.',
    },
    not_connected: {
      what: 'Der Trunk antwortet nicht.',
      remedy: 'Vergleichen Sie Host, Port und Transport. Eine Firewall muss den Server durchlassen.',
    },
    not_registered: {
      what: 'Der Trunk nimmt Benutzername oder Passwort nicht an.',
      remedy: 'Vergleichen Sie beide und die Domain mit dem Brief Ihres Telefonanbieters.',
    },
    engine_missing: { what: 'rtpengine ist nicht installiert.', remedy: 'Installieren Sie es mit dem Befehl oben.' },
    engine_failed: { what: 'rtpengine läuft nicht.', remedy: 'Der Grund steht oben unter Zustand.' },
    call_refused: {
      what: 'Der Trunk lässt Sie diese Nummer nicht anrufen.',
      remedy:
        'Fragen Sie Ihren Telefonanbieter, ob Anrufe dorthin erlaubt sind und ob die angezeigte Nummer Ihnen gehört.',
    },
    wrong_number: {
      what: 'Der Trunk kennt keine solche Nummer.',
      remedy: 'Geben Sie sie mit + und Ländervorwahl ein.',
    },
    busy: { what: 'Das Telefon ist besetzt.', remedy: 'Legen Sie es auf und versuchen Sie es erneut.' },
    declined: { what: 'Das Telefon hat den Anruf abgelehnt.', remedy: 'Nehmen Sie ab, wenn es klingelt.' },
    no_answer: { what: 'Das Telefon wurde nicht abgenommen.', remedy: 'Nehmen Sie innerhalb von 30 Sekunden ab.' },
    unreachable: { what: 'Das Telefon war nicht erreichbar.', remedy: 'Sehen Sie nach, ob es eingeschaltet ist.' },
    trunk_failed: {
      what: 'Der Trunk konnte den Anruf nicht durchstellen.',
      remedy: 'Versuchen Sie es in einer Minute erneut und fragen Sie dann Ihren Telefonanbieter.',
    },
    lost: { what: 'Der Trunk ging während des Anrufs verloren.', remedy: 'Der Grund steht oben unter Zustand.' },
    engine_died: {
      what: 'rtpengine hat während des Anrufs angehalten.',
      remedy: 'Der Grund steht oben unter Zustand.',
    },
    restarted: { what: 'Der Server, der den Anruf machte, wurde beendet.', remedy: 'Versuchen Sie es erneut.' },
  },
}
