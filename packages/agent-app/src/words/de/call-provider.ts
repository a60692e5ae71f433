import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const callProvider: LaterWords['callProvider'] = {
  help: 'Eine Firma, die Anrufe zwischen Telefonen vermittelt. Sie braucht weder Trunk noch rtpengine.',
  failedLoad: 'Der Anbieter konnte nicht geladen werden',
  noneHelp:
    'Geben Sie Ihr Konto bei Twilio ein, oder bei einem anderen Anbieter mit derselben REST-Schnittstelle. Der Server fragt ihn sofort.',
  states: {
    none: 'Nicht eingerichtet',
    asking: 'Wird gefragt',
    ok: 'Nimmt Anrufe an',
    refused: 'Abgelehnt',
    unreachable: 'Nicht erreicht',
  },
  says: {
    asking: (host) => `Der Server fragt ${isolate(host)}.`,
    ok: (host) => `${isolate(host)} nimmt das Konto und sein Token an.`,
    refused: (host) => `${isolate(host)} nimmt die Account SID oder das Auth Token nicht an.`,
    unreachable: (host) => `Der Server bekommt von ${isolate(host)} keine brauchbare Antwort.`,
  },
  said: 'Der Anbieter sagte',
  refusedHelp:
    'Vergleichen Sie beide mit der Konsole des Anbieters und speichern Sie erneut. Das Konto kann auch gesperrt sein.',
  unreachableHelp:
    'Vergleichen Sie die Adresse der REST-Schnittstelle. Eine Firewall muss den Server durchlassen. Der Server fragt jede halbe Minute erneut.',
  phones: 'Anrufe über einen Anbieter klingeln nur an den eigenen Telefonen der Agenten, nicht in Browsern.',
  phonesHow: (section) =>
    `Jeder Agent trägt im Profil eine Telefonnummer mit Ländervorwahl ein und wählt unter „${section}“, dass Anrufe dort klingeln.`,
  choose: 'Wählen, wo Ihre Anrufe klingeln',
  notYours:
    'Bei Ihnen klingeln sie nicht: Sie haben den Browser gewählt, oder Ihr Profil hat keine Nummer, die angerufen werden kann.',
  incomingHelp: 'Kunden rufen Ihre Nummer beim Anbieter an.',
  enterAddress: (number) =>
    `Tragen Sie diese Adresse beim Anbieter für ${isolate(number)} ein, für ankommende Anrufe und für Änderungen ihres Status, beides mit HTTP POST.`,
  copy: 'Adresse kopieren',
  mustReach:
    'Der Anbieter muss sie aus dem Internet erreichen können. Der Betreiber dieses Servers legt sie mit PUBLIC_URL fest.',
  noChannel: 'Diese Anrufe werden erst angenommen, wenn für sie ein Kanal gewählt ist.',
  toChannel: 'Kanal wählen',
  title: 'Konto',
  titleHelp: 'Die Konsole des Anbieters zeigt alle diese Angaben.',
  accountSid: 'Account SID',
  accountSidHelp: 'Bei Twilio beginnt sie mit AC.',
  token: 'Auth Token',
  tokenHelp: 'Verschlüsselt gespeichert und nie wieder angezeigt.',
  unchanged: 'bleibt wie es ist',
  show: 'Token anzeigen',
  hide: 'Token verbergen',
  number: 'Nummer',
  numberHelp: 'Eine Nummer dieses Kontos mit Ländervorwahl. Von ihr kommen Anrufe, und Kunden rufen sie an.',
  url: 'Adresse der REST-Schnittstelle',
  urlHelp: 'Nur, wenn es nicht die von Twilio ist.',
  setUp: 'Anbieter einrichten',
  remove: 'Anbieter entfernen',
  removeHelp:
    'Anrufe mit Telefonen sind erst mit einem anderen Anbieter oder einem Trunk wieder möglich. Entfernen Sie auch beim Anbieter die Adresse dieses Servers.',
  removeAsk: 'Anbieter entfernen?',
  hasTrunk: (host) => `Anrufe gehen über den Trunk ${isolate(host)}`,
  hasTrunkHelp:
    'Ein Konto hat einen Trunk oder einen Anbieter. Um einen Anbieter zu nutzen, entfernen Sie zuerst den Trunk. Kommen Sie dann hierher zurück.',
  hasProvider: (host) => `Anrufe gehen über den Anbieter ${isolate(host)}`,
  hasProviderHelp:
    'Ein Konto hat einen Trunk oder einen Anbieter. Um einen Trunk zu nutzen, entfernen Sie zuerst den Anbieter. Kommen Sie dann hierher zurück.',
}
