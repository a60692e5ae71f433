import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { count, of } from './grammar.ts'

export const common: Words['common'] = {
  save: 'Enregistrer',
  saved: 'Enregistré',
  cancel: 'Annuler',
  close: 'Fermer',
  back: 'Retour',
  retry: 'Réessayer',
  copy: 'Copier',
  copied: 'Copié',
  loading: 'Chargement',
  remove: 'Supprimer',
  more: 'Afficher plus',
  never: 'jamais',
  yes: 'Oui',
  no: 'Non',
  optional: 'facultatif',
  you: 'vous',
  skip: 'Aller au contenu',
}

export const problem: Words['problem'] = {
  unreachable: 'Deskbell est inaccessible. Vérifiez votre connexion.',
  unknown: 'Une erreur est survenue. Réessayez.',
  status: (status) =>
    status >= 500
      ? `Une erreur est survenue sur le serveur (${status}). Réessayez dans un instant.`
      : `Cela n’a pas fonctionné (${status}). Rechargez la page et réessayez.`,
  crashed: 'Une erreur est survenue sur cet écran',
  crashedHelp: 'Vos messages et brouillons sont enregistrés. Rechargez la page pour continuer.',
  reload: 'Recharger',
  forbidden: 'Accès refusé',
  forbiddenHelp: 'Demandez l’accès à un propriétaire ou à un administrateur.',
  missing: 'Il n’y a pas de page à cette adresse',
  missingHelp: 'L’adresse est peut-être périmée, ou l’élément a été supprimé.',
  toInbox: 'Aller à la boîte de réception',
  offline: 'Vous êtes hors connexion',
  offlineHelp: 'Cet écran a besoin de la connexion. Il se chargera dès que vous serez de nouveau connecté.',
  old: 'Une nouvelle version est disponible. Rechargez la page pour continuer.',
}

export const signIn: Words['signIn'] = {
  title: 'Connexion',
  email: 'E-mail',
  password: 'Mot de passe',
  submit: 'Se connecter',
  busy: 'Connexion…',
  wait: (time) => `Trop de tentatives. Attendez ${time}, puis réessayez.`,
  ended: 'Vous avez été déconnecté. Connectez-vous pour reprendre là où vous en étiez.',
  show: 'Afficher le mot de passe',
  hide: 'Masquer le mot de passe',
  forgot: 'Mot de passe oublié ?',
  first: 'Première visite ? Le serveur a affiché les identifiants du propriétaire à son démarrage.',
}

export const nav: Words['nav'] = {
  label: 'Navigation principale',
  inbox: 'Réception',
  search: 'Recherche',
  live: 'En direct',
  visitors: 'Visiteurs',
  contacts: 'Contacts',
  tasks: 'Tâches',
  tasksDue: (n) => `Tâches à échéance : ${n}`,
  calls: 'Appels',
  callsMissed: (n) => `Appels manqués : ${n}`,
  offlineAll: 'Messages hors ligne',
  archive: 'Archives',
  more: 'Plus',
  me: 'Votre profil',
  settings: 'Paramètres',
  menu: 'Votre menu',
  signOut: 'Se déconnecter',
  commandMenu: 'Menu des commandes',
  shortcuts: 'Raccourcis clavier',
  theme: 'Apparence',
  themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  presence: 'Disponibilité',
  presences: { online: 'En ligne', away: 'Absent' },
  presenceHelp: {
    online: 'Vous recevez de nouvelles discussions',
    away: 'Vous ne recevez pas de nouvelles discussions',
  },
  unsent: 'Certains messages ne sont pas encore envoyés',
  unsentHelp: (n) =>
    `${count(n, 'message non envoyé sera perdu', 'messages non envoyés seront perdus')} si vous vous déconnectez maintenant.`,
  signOutAnyway: 'Se déconnecter quand même',
}

export const connection: Words['connection'] = {
  connecting: 'Connexion…',
  lost: 'Reconnexion…',
  lostHelp: 'Vos messages seront envoyés au retour de la connexion.',
  offline: 'Vous êtes hors connexion',
  offlineHelp: 'Vos messages seront envoyés dès que vous serez de nouveau connecté.',
  retry: 'Réessayer',
  back: 'Connexion rétablie',
}

export const leave: Words['leave'] = {
  title: 'Un lien envoyé par un visiteur',
  help: 'Un visiteur ou sa page a envoyé ce lien. Il n’a pas été vérifié.',
  host: 'Ouvre',
  reads: 'affiché comme',
  address: 'Adresse complète',
  advice: 'Ne l’ouvrez que si cet hôte vous inspire confiance. N’y saisissez jamais un mot de passe de l’entreprise.',
  back: 'Retour',
  open: (host) => `Ouvrir ${isolate(host)}`,
  refused: 'Ce lien ne peut pas être ouvert',
  refusedHelp: 'Seules les pages web peuvent être ouvertes (https ou http).',
}

export const announce: Words['announce'] = {
  message: (name) => `Nouveau message ${of(name)}`,
  messages: (n, chats) =>
    `${count(n, 'nouveau message', 'nouveaux messages')} dans ${count(chats, 'discussion', 'discussions')}`,
  waiting: (name) => `${isolate(name)} attend un agent`,
  waitingMany: (chats) => `${count(chats, 'visiteur attend', 'visiteurs attendent')} un agent`,
  failure: (name) => `Un message à ${isolate(name)} n’a pas été remis`,
}
