import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count, of, until } from './grammar.ts'

const entry: LaterWords['start']['entry'] = {
  invitation: 'Rejoignez vos collègues',
  invitedTo: (by, company) =>
    `${isolate(by)} vous invite à répondre aux discussions${company === '' ? '' : ` ${of(company)}`}.`,
  email: 'E-mail',
  emailHelp: 'Vous vous connectez avec cette adresse.',
  name: 'Votre nom',
  nameHelp: 'Les visiteurs le voient à côté de vos réponses.',
  password: 'Mot de passe',
  passwordHelp: 'Au moins 10 caractères.',
  join: 'Rejoindre',
  newPassword: 'Définir un nouveau mot de passe',
  newPasswordFor: (name, company) =>
    company === '' ? `Pour ${isolate(name)}.` : `Pour ${isolate(name)} chez ${isolate(company)}.`,
  newPasswordHelp:
    'Au moins 10 caractères. Vous serez déconnecté partout ailleurs et vos jetons d’API seront révoqués.',
  setPassword: 'Définir le mot de passe et se connecter',
  ended: 'Ce lien ne fonctionne plus',
  endedHelp: 'Il a déjà été utilisé, a été révoqué ou est trop ancien.',
  endedInvitation: 'Demandez-en un nouveau au collègue qui vous a invité.',
  endedPassword: 'Demandez un nouveau lien sur l’écran de connexion.',
  toSignIn: 'Aller à la connexion',
  failed: 'Impossible de vérifier le lien',
  forgotTitle: 'Mot de passe oublié ?',
  forgotHelp:
    'Saisissez votre e-mail. S’il existe un agent avec cette adresse, nous envoyons un lien pour définir un nouveau mot de passe.',
  forgotSend: 'Envoyer le lien',
  forgotSent: (email) =>
    `Si ${isolate(email)} appartient à un agent, un lien est en route. Il fonctionne une seule fois, pendant une heure. Toujours pas d’e-mail après quelques minutes ? Regardez dans le dossier des indésirables et vérifiez l’adresse.`,
  forgotNoMail:
    'Ce serveur ne peut pas envoyer d’e-mails. Adressez-vous à un propriétaire ou à un administrateur : sous « Équipe », il peut créer pour vous un lien qui définit un nouveau mot de passe.',
  back: 'Retour à la connexion',
}

const invite: LaterWords['start']['invite'] = {
  invite: 'Inviter un collègue',
  title: 'Inviter un collègue',
  help: 'Votre collègue reçoit un lien pour définir son nom et son mot de passe.',
  email: 'E-mail',
  role: 'Rôle',
  channels: 'Canaux',
  channelsHelp:
    'Canaux dont votre collègue traite les discussions. Les propriétaires et les administrateurs voient toutes les discussions.',
  noChannels: 'Il n’y a pas encore de canaux. Vous pourrez en attribuer plus tard.',
  noneChosen: 'Sans canal, votre collègue ne voit aucune discussion.',
  departments: 'Services',
  make: 'Créer le lien',
  send: 'Envoyer l’invitation',
  sentTitle: 'Invitation envoyée',
  sent: (email) => `${isolate(email)} reçoit un e-mail avec un lien. Il fonctionne une seule fois, pendant 7 jours.`,
  linkTitle: 'Donnez ce lien à votre collègue',
  linkHelp: (email) =>
    `Ce serveur ne peut pas envoyer d’e-mails : transmettez vous-même le lien à ${isolate(email)}. Il fonctionne une seule fois, pendant 7 jours, et n’est affiché que maintenant.`,
  link: 'Lien d’invitation',
  copy: 'Copier le lien',
  done: 'Terminé',
  list: 'Invitations',
  listHelp: 'Collègues qui n’ont pas encore rejoint l’équipe.',
  invitedBy: (by, when) => {
    const end = until(when)
    return by === '' ? `Valable ${end}` : `Invitation envoyée par ${isolate(by)} · valable ${end}`
  },
  expired: 'Expirée',
  assigned: (channels, departments) =>
    [channels > 0 && count(channels, 'canal', 'canaux'), departments > 0 && count(departments, 'service', 'services')]
      .filter(Boolean)
      .join(' · '),
  failedLoad: 'Impossible de charger les invitations',
  actions: (email) => `Actions pour l’invitation ${of(email)}`,
  again: 'Renvoyer',
  newLink: 'Nouveau lien',
  revoke: 'Révoquer',
  revokeTitle: (email) => `Révoquer l’invitation ${of(email)} ?`,
  revokeHelp: 'Son lien cesse aussitôt de fonctionner.',
  reset: 'Lien de réinitialisation',
  resetTitle: (name) => `Nouveau mot de passe pour ${isolate(name)} ?`,
  resetMail: (name) =>
    `${isolate(name)} reçoit un e-mail avec un lien pour définir un nouveau mot de passe. Il fonctionne une seule fois, pendant une heure.`,
  resetAsk: (name) =>
    `Deskbell crée un lien pour définir un nouveau mot de passe, que vous donnez à ${isolate(name)}. Il fonctionne une seule fois, pendant une heure.`,
  resetSend: 'Envoyer le lien',
  resetSent: 'L’e-mail est en route.',
  resetLink: 'Lien pour définir un nouveau mot de passe',
  resetShown: 'Affiché uniquement maintenant. Ne le donnez à personne d’autre.',
}

const company: LaterWords['start']['company'] = {
  title: 'Entreprise',
  help: 'Les visiteurs lisent ce nom dans les widgets sans titre propre et dans les e-mails.',
  name: 'Nom',
  nameHelp: 'Sans nom, les visiteurs lisent « Discussion » dans leur langue.',
  timeZone: 'Fuseau horaire',
  timeZoneHelp: 'Pour les heures dans les e-mails. Les horaires d’ouverture ont leur propre fuseau dans chaque canal.',
  logoAlt: 'Logo de l’entreprise',
  logoNone: 'Aucun logo',
  logoChoose: 'Choisir un logo',
  logoChange: 'Changer le logo',
  logoRemove: 'Supprimer',
  logoHelp: 'Dans l’en-tête des widgets et sur les pages d’invitation. PNG, JPEG, GIF ou WebP.',
}

/** Agents who are on no channel receive no chats. */
const onChannels: LaterWords['start']['onChannels'] = {
  none: 'Sur aucun canal : aucune discussion ne parvient à cet agent.',
  title: (name) => `Canaux ${of(name)}`,
  legend: 'Canaux',
  help: 'L’agent reçoit les discussions de ces canaux.',
  yours: 'Vous n’êtes encore sur aucun canal',
  yoursHelp:
    'Aucune discussion ne vous parvient. Demandez à un propriétaire ou à un administrateur de vous ajouter à un canal.',
  others: (names) => `${names} : sur aucun canal, donc sans discussions.`,
  choose: 'Choisir les canaux',
}

export const start: LaterWords['start'] = { entry, invite, company, onChannels }
