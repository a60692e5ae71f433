import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count } from './grammar.ts'

const span = (minutes: number): string => {
  if (minutes % 1440 === 0) return count(minutes / 1440, 'jour', 'jours')
  return minutes % 60 === 0 ? count(minutes / 60, 'heure', 'heures') : count(minutes, 'minute', 'minutes')
}

export const macros: LaterWords['macros'] = {
  title: 'Macros',
  help: 'Plusieurs étapes d’un coup dans une discussion. Appuyez sur M dans une discussion, ou tapez / dans un message vide.',
  add: 'Nouvelle macro',
  edit: (title) => `Modifier « ${isolate(title)} »`,
  remove: 'Supprimer',
  removeTitle: (title) => `Supprimer « ${isolate(title)} » ?`,
  removeHelp: 'Ce qu’elle a fait dans les discussions reste.',
  sharedList: 'Partagées avec tous les agents',
  own: 'Les vôtres uniquement',
  shared: 'Partagée',
  sharedHelp: 'Tous les agents peuvent l’exécuter.',
  empty: 'Aucune macro pour le moment',
  emptyHelp:
    'Enregistrez ce que vous faites souvent, par exemple : remercier, étiqueter, clôturer. Exécutez-le ensuite avec une touche.',
  failedLoad: 'Impossible de charger les macros',
  fields: { title: 'Titre', shortcut: 'Raccourci' },
  shortcutHelp: 'À taper après / pour la trouver : lettres, chiffres, - et _.',
  steps: 'Étapes',
  stepsHelp: 'Elles sont exécutées dans cet ordre : toutes, ou aucune.',
  noSteps: 'Ajoutez la première étape.',
  addStep: 'Ajouter une étape',
  step: (n, name) => `Étape ${n} : ${name}`,
  up: (n) => `Monter l’étape ${n}`,
  down: (n) => `Descendre l’étape ${n}`,
  removeStep: (n) => `Supprimer l’étape ${n}`,
  moved: (n) => `Maintenant étape ${n}`,
  names: {
    accept: 'Prendre en charge',
    send: 'Envoyer un message',
    note: 'Écrire une note',
    tag: 'Modifier les étiquettes',
    'hand-over': 'Transférer',
    snooze: 'Mettre en veille',
    close: 'Clôturer la discussion',
  },
  text: 'Texte',
  insert: 'Insérer une variable…',
  addTags: 'Ajouter',
  removeTags: 'Retirer',
  noTags: 'Il n’y a pas encore d’étiquettes.',
  to: 'À',
  agents: 'Collègues',
  departments: 'Services',
  choose: 'Choisir…',
  goneReceiver: 'N’existe plus',
  until: 'Reprise',
  inTime: (minutes) => `dans ${span(minutes)}`,
  visitorWrites: 'au prochain message du visiteur',
  preview: 'Dans la discussion d’un visiteur',
  does: {
    accept: 'Prend la discussion en charge, si aucun agent ne l’a',
    send: 'Envoie',
    note: 'Écrit une note interne',
    addsTags: (names) => `Ajoute ${names}`,
    removesTags: (names) => `Retire ${names}`,
    handsTo: (name) => `Transfère la discussion à : ${isolate(name)}`,
    handsToGone: 'Transfère la discussion à un agent ou un service qui n’existe plus',
    snoozes: (minutes) =>
      minutes === null
        ? 'Met en veille jusqu’au prochain message du visiteur'
        : `Met en veille pendant ${span(minutes)}`,
    closes: 'Clôture la discussion',
  },
  goneTag: 'une étiquette supprimée',
  run: 'Exécuter une macro',
  search: 'Rechercher une macro',
  none: 'Aucune macro ne correspond',
  ran: (title) => `« ${isolate(title)} » est exécutée`,
  failed: (title) => `« ${isolate(title)} » n’a rien modifié.`,
  failedAt: (n, name) => `Étape ${n} (${name}) :`,
  dismiss: 'Ignorer',
  pickHelp: 'Entrée l’exécute, Échap ferme',
  manage: 'Modifier les macros',
}
