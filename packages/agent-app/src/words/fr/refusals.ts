import type { Words } from '../en.ts'
import { count } from './grammar.ts'

const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'dans un instant'
  return seconds > 90
    ? `dans ${count(Math.ceil(seconds / 60), 'minute', 'minutes')}`
    : `dans ${count(seconds, 'seconde', 'secondes')}`
}
const notUnderstood = () => 'Une erreur est survenue. Rechargez la page et réessayez.'

export const refusals: Words['refusals'] = {
  invalid_field: ({ field }) => field,
  invalid_json: notUnderstood,
  invalid_request: notUnderstood,
  invalid_frame: notUnderstood,
  bad_request: notUnderstood,
  wrong_type: notUnderstood,
  method_not_allowed: notUnderstood,
  idempotency_mismatch: () => 'Un autre message a déjà été envoyé avec cette clé. Écrivez de nouveau le message.',
  text_too_long: () => 'Un message peut contenir jusqu’à 10 000 caractères. Divisez-le.',
  wrong_password: () => 'Ce n’est pas votre mot de passe actuel.',
  wrong_credentials: () => 'E-mail ou mot de passe incorrect. Vérifiez les deux et réessayez.',
  signed_out: () => 'Vous avez été déconnecté. Connectez-vous de nouveau.',
  forbidden: () => 'Votre rôle ne le permet pas. Adressez-vous à un propriétaire ou à un administrateur.',
  reauthenticate: () => 'Confirmez d’abord votre mot de passe.',
  session_required: () => 'Vous devez être connecté avec votre mot de passe.',
  wrong_origin: () => 'Pour cela, ouvrez Deskbell à sa propre adresse.',
  not_found: () => 'Cet élément n’existe plus, ou vous n’y avez pas accès.',
  closed: () => 'La discussion est clôturée. Si le visiteur écrit de nouveau, une nouvelle s’ouvrira.',
  taken: () => 'Un autre agent s’occupe de cette discussion.',
  not_yours: () => 'Aucun agent n’a encore pris cette discussion en charge. Prenez-la d’abord en charge.',
  not_failed: () => 'Ce message n’a pas échoué, il n’y a donc rien à renvoyer.',
  blocked: () => 'Ce visiteur est bloqué.',
  no_card: () => 'Cette fiche n’est plus disponible dans cette discussion.',
  not_scheduled: () => 'Ce message a déjà été envoyé ou annulé.',
  too_many_scheduled: () => 'Au plus 20 messages d’une discussion peuvent être en attente d’envoi.',
  not_offered: () => 'La discussion ne vous est plus proposée.',
  too_late: () =>
    'Vous n’avez plus cette discussion. Vos collègues peuvent y lire votre message ; le visiteur ne le voit pas.',
  too_many_colleagues: () => 'Au plus 10 collègues peuvent participer à une discussion.',
  call_over: () => 'L’appel est terminé.',
  call_taken: () => 'Un collègue a déjà pris cet appel.',
  call_elsewhere: () => 'Cet appel ne sonne plus chez vous.',
  in_call: () => 'Vous êtes déjà en appel. Terminez-le d’abord.',
  client_in_call: () => 'Ce client est déjà en appel.',
  no_trunk: () =>
    'Pour appeler des téléphones, il faut une ligne SIP. Un propriétaire ou un administrateur la configure dans les réglages des appels.',
  trunk_not_ready: () =>
    'L’opérateur téléphonique est injoignable pour le moment. Les propriétaires et administrateurs voient la raison dans les réglages des appels.',
  no_media_engine: () =>
    'Pour appeler des téléphones, il faut rtpengine sur le serveur : apt install rtpengine-daemon. Prévenez la personne qui gère le serveur.',
  called_too_often: () =>
    'Ce numéro a été appelé autant de fois que les réglages des appels le permettent en 24 heures.',
  no_visitor: () => 'Ce contact n’a pas encore écrit. Vous pourrez l’appeler quand il l’aura fait.',
  not_in_call: () => 'Vous ne participez pas à cet appel.',
  not_talking: () => 'Les deux côtés doivent d’abord être connectés.',
  colleague_asked: () => 'Un collègue est déjà sollicité. Attendez, ou annulez la demande.',
  colleague_away: () => 'Ce collègue n’est pas en ligne, ou est dans un autre appel.',
  recording_erased: () => 'L’enregistrement a été effacé.',
  no_own_phone: () =>
    'Indiquez dans votre profil un numéro de téléphone qui peut être appelé : avec l’indicatif du pays, ou un poste du standard.',
  no_third: () =>
    'Dans un appel avec un téléphone, une troisième personne ne peut se joindre que si vous parlez tous deux dans un navigateur. Transférez l’appel.',
  test_runs: () => 'Un appel de test est déjà en cours. Arrêtez-le ou attendez une minute.',
  phone_only: () =>
    'Les appels de ce compte vont aux propres téléphones des agents. Choisissez le vôtre dans les réglages des appels, décrochez et appuyez sur 1. Ne demandez qu’à des collègues qui les prennent sur le leur.',
  other_carrier: () => 'Les appels passent déjà par une autre voie : supprimez d’abord le trunk ou le fournisseur.',
  calls_live: () => 'Des appels sont en cours chez le fournisseur. Attendez qu’ils soient terminés.',
  email_taken: () => 'Un autre agent se connecte déjà avec cette adresse e-mail.',
  too_many_invitations: () => 'Il y a déjà 200 invitations. Révoquez-en d’abord quelques-unes.',
  link_ended: () => 'Ce lien a déjà été utilisé, a été révoqué ou est trop ancien. Demandez-en un nouveau.',
  name_taken: () => 'Ce nom est déjà utilisé.',
  changed_meanwhile: () =>
    'Quelqu’un d’autre a modifié cela entre-temps. L’état actuel est affiché : refaites votre modification.',
  last_owner: () => 'Un compte doit avoir un propriétaire. Nommez d’abord un autre agent propriétaire.',
  not_replayable: () => 'Seuls les envois terminés dont le destinataire a encore une adresse peuvent être renvoyés.',
  too_many_tags: () => 'Une discussion a au plus 20 étiquettes, et la liste au plus 200. Supprimez-en d’abord une.',
  too_many: () => 'Vous pouvez suivre jusqu’à 50 discussions à la fois.',
  files_full: () =>
    'Votre espace de stockage de fichiers est plein. Vous pouvez toujours envoyer des messages sans fichiers.',
  disk_full: () =>
    'Le serveur n’a presque plus d’espace disque, les fichiers ne peuvent donc pas être envoyés. Vous pouvez toujours envoyer des messages sans fichiers.',
  too_large: () => 'Ce fichier est trop volumineux. La limite est de 25 Mo.',
  rate_limited: ({ seconds }) => `Trop de requêtes à la fois. Réessayez ${inTime(seconds)}.`,
  busy: ({ seconds }) => `De nombreux fichiers sont en cours d’envoi. Réessayez ${inTime(seconds)}.`,
  unavailable: ({ seconds }) => `Ce n’est pas possible pour le moment. Réessayez ${inTime(seconds)}.`,
  fault: () =>
    'Une erreur est survenue de notre côté. Réessayez ; si elle se reproduit, prévenez la personne qui gère ce serveur.',
}
