import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const tagList: LaterWords['tags'] = {
  title: 'Étiquettes',
  help: 'Mots-clés pour les discussions. Visibles par votre équipe uniquement.',
  readOnly: 'Les propriétaires et les administrateurs modifient la liste.',
  empty: 'Aucune étiquette pour le moment',
  emptyHelp:
    'Les étiquettes classent les discussions par thème, comme « Remboursement » ou « VIP », et permettent de les retrouver dans les archives.',
  failedLoad: 'Impossible de charger les étiquettes',
  add: 'Ajouter une étiquette',
  edit: (name) => `Modifier ${isolate(name)}`,
  change: 'Modifier',
  remove: 'Supprimer',
  actions: (name) => `Actions pour ${isolate(name)}`,
  name: 'Nom',
  nameHelp: 'Au plus 40 caractères.',
  colour: 'Couleur',
  colours: {
    grey: 'Gris',
    red: 'Rouge',
    orange: 'Orange',
    yellow: 'Jaune',
    green: 'Vert',
    teal: 'Turquoise',
    blue: 'Bleu',
    purple: 'Violet',
    pink: 'Rose',
  },
  removeTitle: (name) => `Supprimer l’étiquette ${isolate(name)} ?`,
  removeHelp:
    'Les discussions ne l’affichent plus et il n’est plus possible de la rechercher. Cette action est irréversible.',
  find: 'Rechercher une étiquette',
  create: (name) => `Créer « ${isolate(name)} »`,
  none: 'Aucune étiquette ne porte ce nom.',
  noneYet: 'Il n’y a pas encore d’étiquettes. Un propriétaire ou un administrateur les ajoute dans les paramètres.',
  filter: 'Étiquette',
  any: 'Toutes les étiquettes',
}
