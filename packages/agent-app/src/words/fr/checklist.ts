import type { LaterWords } from '../part.ts'

export const checklist: LaterWords['checklist'] = {
  title: 'Premiers pas',
  help: 'Deskbell coche chaque étape dès qu’elle est accomplie.',
  progress: (done, all) => `${done} sur ${all} accomplies`,
  done: 'accomplie',
  open: 'pas encore accomplie',
  optional: 'facultative',
  hide: 'Masquer cette liste',
  hidden: 'La liste est masquée dans votre boîte de réception.',
  show: 'L’afficher dans la boîte de réception',
  complete: 'Tout est configuré. Vous retrouverez cette liste dans les paramètres.',
  failedLoad: 'Impossible de charger la liste',
  steps: {
    company: [
      'Nommez votre entreprise',
      'Les visiteurs lisent ce nom dans le widget, vos collègues dans leur invitation.',
      'Saisir le nom',
    ],
    try: [
      'Essayez en tant que visiteur',
      'Écrivez un message dans le widget. Il arrive ici comme celui d’un visiteur.',
      'Ouvrir le widget',
    ],
    install: ['Installez le widget sur votre site', 'Une ligne de HTML dans chaque page.', 'Afficher la ligne'],
    colleagues: ['Invitez vos collègues', 'Ils définissent eux-mêmes leur nom et leur mot de passe.', 'Inviter'],
    alerts: [
      'Activez les notifications',
      'Un son et des notifications vous signalent qu’un visiteur attend, même quand Deskbell est fermé.',
      'Configurer',
    ],
    messenger: [
      'Connectez une messagerie',
      'Répondez aux personnes qui vous écrivent sur Telegram.',
      'Ajouter un canal',
    ],
    bot: ['Connectez un bot', 'Il répond en premier et fait appel à un agent si nécessaire.', 'Ajouter un bot'],
    crm: [
      'Connectez votre CRM',
      'Les webhooks lui signalent chaque discussion, et ses fiches s’affichent à côté des discussions.',
      'Ajouter un webhook',
    ],
  },
}
