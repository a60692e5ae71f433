import type { CheckWords } from '@deskbell/protocol/agent/check-words'

const OK = '{"result":"ok"}'
const NO_SETTING = 'Keine Einstellung des Kanals ändert daran etwas.'
const BEHIND_URL =
  'Lassen Sie Ihren Server POST unter der Server-URL mit angehängter öffentlicher ID annehmen, oder berichtigen Sie die Server-URL. Keine Einstellung lässt die öffentliche ID weg.'

/** The results of checking a channel's server URL. */
export const check: CheckWords = {
  sent: ({ url, publicId, recipient, isCustomer }) =>
    `Eine Tippbenachrichtigung (typeout) für ${isCustomer ? `den Besucher ${recipient}` : `den erfundenen Besucher ${recipient}`} wurde an ${url} gesendet. ` +
    `Das Ende dieser Adresse, ${publicId}, ist die öffentliche ID des Kanals: Sie wird an die Server-URL angehängt.`,
  came: ({ status, code, text, reason }) => {
    if (status === null) return `Keine Antwort: ${reason}.`
    if (code === '' && text === '') return `Status ${status}.`
    const error = code === '' ? 'einem Fehler ohne Code' : `dem Fehler ${code}`
    return `Status ${status} mit ${error}${text === '' ? '.' : `: „${text}“.`}`
  },
  meaning: {
    good: 'Nachrichten, die so beantwortet werden, gelten als zugestellt.',
    unclear: 'Der Server wurde erreicht, aber seine Antwort zeigt nicht, ob Nachrichten ankommen.',
    bad: 'Nachrichten, die so beantwortet werden, gelten nicht als zugestellt.',
  },
  findings: {
    delivered: () => ({ cause: `Der Server hat mit ${OK} geantwortet.`, advice: 'Es ist nichts zu ändern.' }),
    taken_by_switch: () => ({
      cause: `Die Antwort enthält kein ${OK}. Sie zählt, weil auf diesem Kanal jede 2xx-Antwort als zugestellt gilt.`,
      advice: `Antworten Sie mit ${OK} und schalten Sie dies aus, damit auch ein Fehler auffällt, der mit 200 beantwortet wird.`,
    }),
    not_supported: () => ({
      cause: 'Der Server hat die Anfrage verstanden und wertet Tippbenachrichtigungen nicht aus.',
      advice: 'Es ist nichts zu ändern. Schreiben Sie einem Besucher, um zu sehen, dass Nachrichten ankommen.',
    }),
    customer_unknown: () => ({
      cause:
        'Der Server hat die Anfrage abgelehnt. Dieser Adresse kann noch kein Besucher des Kanals genannt werden: Der Test nennt einen erfundenen, den der Server wahrscheinlich nicht kennt.',
      advice:
        'Speichern Sie die Server-URL, schreiben Sie als Besucher eine Nachricht und prüfen Sie dann noch einmal.',
    }),
    refused: () => ({
      cause:
        'Der Server hat die Anfrage verstanden und abgelehnt. Eine Nachricht, die so abgelehnt wird, wird nicht noch einmal gesendet.',
      advice: `Suchen Sie den Fehler in Ihrem Server. Lehnt er nur Tippbenachrichtigungen ab, lassen Sie ihn darauf mit ${OK} oder mit dem Fehler typing_unsupported antworten. ${NO_SETTING}`,
    }),
    try_later: () => ({
      cause:
        'Der Server bittet um einen späteren Versuch. Eine Nachricht wird innerhalb von 9 Sekunden dreimal versucht.',
      advice:
        'Prüfen Sie noch einmal. Bleibt die Antwort gleich, erhöhen Sie die Begrenzung der Anfragen in Ihrem Server oder Gateway.',
    }),
    no_result: () => ({
      cause: `Die Antwort enthält kein ${OK}. Was unter dieser Adresse antwortet, ist vielleicht nicht der Empfänger der Nachrichten: Auch eine Anmelde- oder Startseite antwortet so.`,
      advice: `Antworten Sie mit 200 und ${OK}. Wenn Sie die Antwort nicht ändern können, lassen Sie jede 2xx-Antwort als zugestellt gelten.`,
    }),
    not_found: ({ publicId }) => ({
      cause: `Unter dieser Adresse gibt es nichts. Die öffentliche ID ${publicId} wurde an die Server-URL angehängt, und ein Server, der nur die Server-URL kennt, antwortet so.`,
      advice: BEHIND_URL,
    }),
    wrong_method: ({ publicId }) => ({
      cause: `Die Adresse nimmt kein POST an. Mit der öffentlichen ID ${publicId} hinter der Server-URL führt sie vielleicht zu einem anderen Teil Ihres Servers.`,
      advice: BEHIND_URL,
    }),
    not_allowed: () => ({
      cause:
        'Der Server oder ein Gateway davor verlangt einen Schlüssel, oder der Server erkennt die Signatur nicht an.',
      advice:
        'Tragen Sie den Schlüssel als eigenen Header ein. Wenn Ihr Server Signaturen prüft, geben Sie ihm den Signaturschlüssel dieses Kanals und prüfen Sie seine Uhr.',
    }),
    redirected: () => ({
      cause: 'Der Server leitet die Anfrage an eine andere Adresse weiter. Weiterleitungen wird nicht gefolgt.',
      advice:
        'Geben Sie als Server-URL die Adresse ein, bei der die Weiterleitung endet. Oft fehlt nur https oder ein Schrägstrich.',
    }),
    chunked_refused: () => ({
      cause:
        'Die Anfrage wurde in Teilen gesendet, ohne Content-Length, und der Server oder das Gateway nimmt das vielleicht nicht an.',
      advice: 'Schalten Sie Chunked Transfer Encoding aus und prüfen Sie noch einmal.',
    }),
    server_failed: () => ({
      cause:
        'Im Server trat bei der Verarbeitung der Anfrage ein Fehler auf, oder ein Gateway konnte ihn nicht erreichen.',
      advice: `Sehen Sie im Protokoll Ihres Servers zu dieser Zeit nach; die Anfrage trägt den Header webhook-id. ${NO_SETTING}`,
    }),
    not_accepted: () => ({
      cause: 'Der Server hat die Anfrage nicht angenommen.',
      advice: `Lassen Sie Ihren Server diese Anfrage mit 200 und ${OK} beantworten. ${NO_SETTING}`,
    }),
    no_answer: ({ reason }) => ({
      cause: `Innerhalb von 3 Sekunden kam keine gültige Antwort: ${reason}.`,
      advice:
        'Prüfen Sie Host und Port der Server-URL, das Zertifikat und ob eine Firewall Anfragen von diesem Server blockiert.',
    }),
  },
}
