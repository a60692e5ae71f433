import type { LaterWords } from '../part.ts'

export const ratingMail: LaterWords['ratingMail'] = {
  title: 'Évaluations par e-mail',
  help: 'Demande aux visiteurs qui sont partis, et dont l’adresse e-mail est connue, d’évaluer leur discussion. Une personne reçoit au plus un tel e-mail en 7 jours, et chaque e-mail contient un lien pour ne plus en recevoir.',
  off: 'Cela nécessite un serveur de messagerie (SMTP_URL), qui n’est pas configuré.',
  choice: 'Demander une évaluation par e-mail',
  never: 'Jamais',
  after: 'Après une discussion',
  minutes: 'Minutes après la fin de la discussion',
  minutesHelp:
    'Les visiteurs qui ont encore le site ouvert y sont interrogés directement. Vérifiez d’abord que vous pouvez envoyer de tels e-mails à vos visiteurs.',
  minutesWrong: 'Saisissez un nombre entier de 1 à 1 440.',
}
