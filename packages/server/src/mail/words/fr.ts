import type { MailWords } from './mail-words.ts'

/** French. */
export const words: MailWords = {
  dir: 'ltr',
  visitor: (number) => `Visiteur ${number}`,
  invitation: {
    subject: (by, company) => `${by} vous invite à rejoindre ${company}`,
    lines: (by, company) => [
      `${by} vous invite à répondre aux discussions de ${company} dans Deskbell.`,
      'Suivez le lien pour indiquer votre nom et choisir votre mot de passe.',
    ],
    open: 'Accepter l’invitation',
  },
  password: {
    subject: (company) => `Nouveau mot de passe pour ${company}`,
    asked: (company) => `Vous, ou une autre personne, avez demandé un nouveau mot de passe pour ${company}.`,
    made: (by, company) =>
      `${by} a créé ce lien pour que vous puissiez choisir un nouveau mot de passe pour ${company}.`,
    follow:
      'Suivez le lien pour le choisir. Si vous ne l’avez pas demandé, ignorez cet e-mail : votre mot de passe reste inchangé.',
    open: 'Choisir un nouveau mot de passe',
  },
  linkEnds: (until) =>
    `Le lien est utilisable une seule fois, jusqu’au ${until}. Ne le transférez pas : il donne accès au compte.`,
  alert: {
    waiting: (who) => `${who} attend une réponse`,
    message: (who) => `${who} vous a écrit`,
    handed: 'Une discussion vous a été transférée',
    woken: 'Une discussion est de retour de veille',
    offered: 'Une discussion vous est proposée',
    asked: 'On vous demande de participer à une discussion',
    returned: 'Une discussion reste chez vous',
    unattended: 'Une discussion est sans suivi : personne en ligne ne peut répondre',
    mention: 'Un collègue vous a mentionné',
    task: 'Une tâche arrive à échéance',
    assigned: 'Une tâche vous a été confiée',
    missed_call: 'Un appel a été manqué',
    inChannel: (subject, channel) => `${subject} (${channel}).`,
    why: 'Aucun de vos appareils n’a affiché la notification à temps. Vous pouvez modifier vos notifications dans vos paramètres.',
    open: 'Ouvrir la discussion',
    openContact: 'Ouvrir le contact',
    openMissed: 'Ouvrir les appels manqués',
  },
  webhook: {
    disabled: (name) => `Le webhook « ${name} » a été désactivé`,
    failing: (name) => `Le webhook « ${name} » est en échec`,
    sentence: (subject) => `${subject}.`,
    why: (reason) => `Raison : ${reason}.`,
    disabledHelp:
      'Rien n’y est envoyé tant qu’un propriétaire ou un administrateur ne l’active pas. Les événements manqués pourront alors être envoyés pendant 30 jours.',
    failingHelp:
      'Deskbell réessaie à intervalles croissants et désactive le webhook au bout de cinq jours. Les événements manqués peuvent être renvoyés pendant 30 jours.',
    open: 'Ouvrir le webhook',
  },
  log: {
    subject: (chat, who) => `Discussion ${chat} avec ${who}`,
    visitor: 'Visiteur',
    numbered: (who, number) => `${who} (numéro ${number})`,
    email: 'E-mail',
    phone: 'Téléphone',
    about: 'Description',
    channel: 'Canal',
    agents: 'Agents',
    began: 'Début',
    ended: 'Fin',
    rating: 'Évaluation',
    ratings: { positive: 'bonne', negative: 'pas bonne' },
    blocked: 'Bloqué',
    isBlocked: 'oui : ce visiteur ne peut pas écrire',
    open: 'Ouvrir la discussion',
  },
  rating: {
    good: 'Bien',
    bad: 'Pas bien',
    letter: {
      subject: (company) => `Comment s’est passée votre discussion avec ${company} ?`,
      ask: (company, day) => `Vous avez discuté avec ${company} le ${day}. Comment cela s’est-il passé ?`,
      ends: (until) => `Les liens fonctionnent jusqu’au ${until}. D’ici là, vous pouvez modifier votre évaluation.`,
      why: (company) => `Vous recevez cet e-mail parce que ${company} connaît cette adresse par votre discussion.`,
      stop: 'Ne plus recevoir ces e-mails',
    },
    page: {
      title: (company) => `Comment s’est passée votre discussion avec ${company} ?`,
      text: 'Qu’est-ce qui était bien, et qu’est-ce qui pourrait être mieux ? (facultatif)',
      send: 'Envoyer',
      choose: 'Choisissez l’une des deux réponses.',
      tooLong: (most) => `Le texte ne peut pas dépasser ${most} caractères.`,
      thanks: 'Merci pour votre évaluation.',
      change: 'Modifier l’évaluation',
      tooOften: 'Cette évaluation a été modifiée trop souvent.',
    },
    stopped: {
      title: 'Ne plus recevoir ces e-mails ?',
      ask: (company) => `${company} ne vous demandera alors plus par e-mail d’évaluer une discussion.`,
      do: 'Ne plus m’en envoyer',
      done: (company) => `${company} ne vous demandera plus par e-mail d’évaluer une discussion.`,
    },
    problem: {
      unknown: 'Ce lien n’est pas valide.',
      ended: 'Ce lien a expiré. Une discussion peut être évaluée pendant 30 jours après l’e-mail.',
      busy: 'Cela ne fonctionne pas pour le moment. Réessayez dans un instant.',
    },
  },
}
