import type { CheckWords } from '@deskbell/protocol/agent/check-words'

const OK = '{"result":"ok"}'
const NOTHING = 'Il n’y a rien à modifier.'
const NO_SETTING = 'Aucun paramètre du canal n’y change rien.'
const BEHIND_URL =
  'Faites en sorte que votre serveur accepte POST à l’URL du serveur suivie de l’identifiant public, ou corrigez l’URL du serveur. Aucun paramètre ne supprime l’identifiant public.'

/** The results of checking a channel's server URL. */
export const check: CheckWords = {
  sent: ({ url, publicId, recipient, isCustomer }) =>
    `Une notification de saisie (typeout) pour le visiteur ${isCustomer ? recipient : `fictif ${recipient}`} a été envoyée à ${url}. ` +
    `La fin de cette adresse, ${publicId}, est l’identifiant public du canal : il est ajouté à l’URL du serveur.`,
  came: ({ status, code, text, reason }) => {
    if (status === null) return `Aucune réponse : ${reason}.`
    if (code === '' && text === '') return `Statut ${status}.`
    const error = code === '' ? 'une erreur sans code' : `l’erreur ${code}`
    return `Statut ${status} avec ${error}${text === '' ? '.' : ` : « ${text} ».`}`
  },
  meaning: {
    good: 'Les messages qui reçoivent cette réponse sont considérés comme remis.',
    unclear: 'Le serveur a été joint, mais sa réponse ne montre pas si les messages arrivent.',
    bad: 'Les messages qui reçoivent cette réponse ne sont pas considérés comme remis.',
  },
  findings: {
    delivered: () => ({ cause: `Le serveur a répondu ${OK}.`, advice: NOTHING }),
    taken_by_switch: () => ({
      cause: `La réponse ne contient pas ${OK}. Elle est admise parce que toute réponse 2xx vaut remise sur ce canal.`,
      advice: `Répondez ${OK} et désactivez cette option, afin qu’un échec auquel le serveur répond par 200 soit remarqué.`,
    }),
    not_supported: () => ({
      cause: 'Le serveur a compris la requête et ne fait rien des notifications de saisie.',
      advice: `${NOTHING} Écrivez à un visiteur pour voir si les messages arrivent.`,
    }),
    customer_unknown: () => ({
      cause:
        'Le serveur a refusé la requête. Aucun visiteur de ce canal ne peut encore être indiqué à cette adresse : le test en indique un fictif, que le serveur ne connaît sans doute pas.',
      advice: 'Enregistrez l’URL du serveur, écrivez un message en tant que visiteur, puis testez de nouveau.',
    }),
    refused: () => ({
      cause: 'Le serveur a compris la requête et l’a refusée. Un message refusé ainsi n’est pas renvoyé.',
      advice: `Recherchez l’erreur dans votre serveur. S’il ne refuse que les notifications de saisie, faites-le répondre ${OK} ou l’erreur typing_unsupported. ${NO_SETTING}`,
    }),
    try_later: () => ({
      cause: 'Le serveur demande de réessayer plus tard. Un message est tenté trois fois en 9 secondes.',
      advice:
        'Testez de nouveau. Si la réponse reste la même, relevez la limite de requêtes de votre serveur ou de votre passerelle.',
    }),
    no_result: () => ({
      cause: `La réponse ne contient pas ${OK}. Ce qui répond à cette adresse n’est peut-être pas le destinataire des messages : une page de connexion ou d’accueil répond ainsi aussi.`,
      advice: `Répondez 200 avec ${OK}. Si vous ne pouvez pas changer la réponse, acceptez toute réponse 2xx comme remise.`,
    }),
    not_found: ({ publicId }) => ({
      cause: `Il n’y a rien à cette adresse. L’identifiant public ${publicId} a été ajouté à l’URL du serveur, et un serveur qui ne connaît que l’URL du serveur répond ainsi.`,
      advice: BEHIND_URL,
    }),
    wrong_method: ({ publicId }) => ({
      cause: `L’adresse n’accepte pas POST. Avec l’identifiant public ${publicId} après l’URL du serveur, elle mène peut-être à une autre partie de votre serveur.`,
      advice: BEHIND_URL,
    }),
    not_allowed: () => ({
      cause: 'Le serveur ou une passerelle devant lui demande une clé, ou le serveur n’accepte pas la signature.',
      advice:
        'Indiquez la clé dans un en-tête personnalisé. Si votre serveur vérifie les signatures, donnez-lui le secret de signature de ce canal et vérifiez son horloge.',
    }),
    redirected: () => ({
      cause: 'Le serveur redirige la requête vers une autre adresse. Les redirections ne sont pas suivies.',
      advice:
        'Saisissez comme URL du serveur l’adresse où la redirection aboutit. Souvent, il ne manque que https ou une barre oblique.',
    }),
    chunked_refused: () => ({
      cause:
        'La requête a été envoyée par fragments, sans Content-Length, et le serveur ou la passerelle ne l’accepte peut-être pas.',
      advice: 'Désactivez l’encodage de transfert fragmenté et testez de nouveau.',
    }),
    server_failed: () => ({
      cause:
        'Une erreur est survenue sur le serveur pendant le traitement de la requête, ou une passerelle n’a pas pu le joindre.',
      advice: `Consultez le journal de votre serveur à cette heure ; la requête porte l’en-tête webhook-id. ${NO_SETTING}`,
    }),
    not_accepted: () => ({
      cause: 'Le serveur n’a pas accepté la requête.',
      advice: `Faites répondre votre serveur par 200 avec ${OK} à cette requête. ${NO_SETTING}`,
    }),
    no_answer: ({ reason }) => ({
      cause: `Aucune réponse valable n’est arrivée en 3 secondes : ${reason}.`,
      advice:
        'Vérifiez l’hôte et le port de l’URL du serveur, le certificat, et si un pare-feu bloque les requêtes de ce serveur.',
    }),
  },
}
