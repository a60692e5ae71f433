import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const callProvider: LaterWords['callProvider'] = {
  help: 'Une société qui relie des téléphones entre eux. Elle n’a besoin ni de ligne SIP ni de rtpengine.',
  failedLoad: 'Impossible de charger le fournisseur',
  noneHelp:
    'Saisissez votre compte chez Twilio, ou chez un autre fournisseur qui a la même interface REST. Le serveur l’interroge aussitôt.',
  states: {
    none: 'Non configuré',
    asking: 'Interrogé',
    ok: 'Prend les appels',
    refused: 'Refusé',
    unreachable: 'Sans réponse',
  },
  says: {
    asking: (host) => `Le serveur interroge ${isolate(host)}.`,
    ok: (host) => `${isolate(host)} accepte le compte et son jeton.`,
    refused: (host) => `${isolate(host)} n’accepte pas l’Account SID ou l’Auth Token.`,
    unreachable: (host) => `Le serveur ne reçoit de ${isolate(host)} aucune réponse utilisable.`,
  },
  said: 'Le fournisseur a répondu',
  refusedHelp:
    'Comparez les deux avec la console du fournisseur, puis enregistrez de nouveau. Le compte peut aussi être suspendu.',
  unreachableHelp:
    'Comparez l’adresse de l’interface REST. Le pare-feu doit laisser passer le serveur. Le serveur l’interroge de nouveau toutes les trente secondes.',
  phones:
    'Les appels par un fournisseur sonnent seulement sur les propres téléphones des agents, pas dans les navigateurs.',
  phonesHow: (section) =>
    `Chaque agent saisit dans son profil un numéro de téléphone avec son pays, et choisit sous « ${section} » que les appels y sonnent.`,
  choose: 'Choisir où sonnent vos appels',
  notYours:
    'Ils ne sonnent pas chez vous : vous avez choisi le navigateur, ou votre profil n’a pas de numéro qui puisse être appelé.',
  incomingHelp: 'Les clients appellent votre numéro chez le fournisseur.',
  enterAddress: (number) =>
    `Saisissez cette adresse chez le fournisseur pour ${isolate(number)}, pour les appels entrants et pour les changements de leur état, les deux par HTTP POST.`,
  copy: 'Copier l’adresse',
  mustReach:
    'Le fournisseur doit pouvoir l’atteindre depuis Internet. L’exploitant de ce serveur la définit avec PUBLIC_URL.',
  noChannel: 'Ces appels ne sont pas pris tant qu’aucun canal n’est choisi pour eux.',
  toChannel: 'Choisir un canal',
  title: 'Compte',
  titleHelp: 'La console du fournisseur affiche toutes ces données.',
  accountSid: 'Account SID',
  accountSidHelp: 'Chez Twilio, il commence par AC.',
  token: 'Auth Token',
  tokenHelp: 'Stocké chiffré, et jamais réaffiché.',
  unchanged: 'reste tel quel',
  show: 'Afficher le jeton',
  hide: 'Masquer le jeton',
  number: 'Numéro',
  numberHelp: 'Un numéro de ce compte, avec son pays. Les appels en partent, et les clients l’appellent.',
  url: 'Adresse de l’interface REST',
  urlHelp: 'Seulement si ce n’est pas celle de Twilio.',
  setUp: 'Configurer le fournisseur',
  remove: 'Retirer le fournisseur',
  removeHelp:
    'Les appels vers des téléphones ne sont plus possibles sans autre fournisseur ou ligne SIP. Retirez aussi l’adresse de ce serveur chez le fournisseur.',
  removeAsk: 'Retirer le fournisseur ?',
  hasTrunk: (host) => `Les appels passent par la ligne SIP ${isolate(host)}`,
  hasTrunkHelp:
    'Un compte a une ligne SIP ou un fournisseur. Pour utiliser un fournisseur, retirez d’abord la ligne SIP. Revenez ensuite ici.',
  hasProvider: (host) => `Les appels passent par le fournisseur ${isolate(host)}`,
  hasProviderHelp:
    'Un compte a une ligne SIP ou un fournisseur. Pour utiliser une ligne SIP, retirez d’abord le fournisseur. Revenez ensuite ici.',
}
