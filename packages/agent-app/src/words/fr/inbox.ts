import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { count } from './grammar.ts'
import { listing } from '../listing.ts'

export const list: Words['list'] = {
  draft: 'Brouillon',
  draftHelp: 'Vous avez un brouillon non envoyé dans cette discussion.',
  said: (author) => `${author} :`,
  channel: (name) => `Canal : ${isolate(name)}`,
  tags: (names) => `Étiquettes : ${names.map(isolate).join(', ')}`,
  moreTags: (n) => `+${n}`,
  density: 'Lignes de la boîte de réception',
  densities: { comfortable: 'Confortable', compact: 'Compact' },
}

export const inbox: Words['inbox'] = {
  title: 'Boîte de réception',
  views: { waiting: 'En attente', mine: 'Miennes', all: 'Toutes', closed: 'Clôturées', snoozed: 'En veille' },
  viewsLabel: 'Vues',
  list: (view) => `Discussions : ${view}`,
  filter: 'Rechercher dans la liste',
  filterHelp: 'Nom, e-mail, téléphone, numéro, canal, étiquette ou mots d’un message',
  clearFilter: 'Effacer la recherche',
  noMatch: 'Aucune discussion de cette liste ne correspond',
  noMatchHelp:
    'La recherche a porté sur le visiteur, le canal, les étiquettes et tous les messages des discussions de cette liste.',
  searchAll: 'Rechercher partout',
  failedSearch: 'La recherche a échoué',
  filters: 'Filtres',
  filtersSet: (n) => count(n, 'filtre', 'filtres'),
  noneFits: 'Aucune discussion ne correspond aux filtres',
  noneFitsHelp: 'Une discussion apparaît ici dès qu’elle correspond.',
  clearFilters: 'Effacer les filtres',
  empty: {
    waiting: ['Aucune discussion en attente', 'Les nouvelles discussions apparaissent ici dès qu’un visiteur écrit.'],
    mine: ['Vous n’avez aucune discussion', 'Répondez à une discussion en attente pour la prendre en charge.'],
    all: ['Aucune discussion ouverte', 'Toutes les discussions ouvertes apparaissent ici.'],
    closed: ['Aucune discussion clôturée pour le moment', 'Les discussions clôturées apparaissent ici.'],
    snoozed: [
      'Aucune discussion en veille',
      'Les discussions mises en veille attendent ici l’heure choisie ou le prochain message du visiteur.',
    ],
  },
  anonymous: 'Un visiteur',
  visitor: (number) => `Visiteur ${number}`,
  number: (number) => `#${number}`,
  you: 'Vous',
  agent: 'Agent',
  bot: 'Bot',
  noText: 'Aucun message pour le moment',
  unread: (n) => count(n, 'message non lu', 'messages non lus'),
  waitingFor: (time) => `en attente depuis ${time}`,
  failed: (n) => count(n, 'message n’a pas été remis', 'messages n’ont pas été remis'),
  heldBy: (name) => `avec ${isolate(name)}`,
  heldByYou: 'avec vous',
  department: (name) => `Service : ${isolate(name)}`,
  typing: 'est en train d’écrire…',
  failedLoad: 'Impossible de charger les discussions',
  pick: 'Sélectionnez une discussion',
  pickHelp: 'J et K pour se déplacer, Entrée pour ouvrir.',
  justNow: 'maintenant',
  count: (n, more) => `${n}${more ? '+' : ''}`,
  chats: (n, more) => `${n}${more ? '+' : ''} ${n < 2 && !more ? 'discussion' : 'discussions'}`,
  attach: 'Fichier',
}

export const closing: Words['closing'] = {
  closed: (name) => `Discussion avec ${isolate(name)} clôturée`,
  undo: 'Annuler',
  undoKey: 'Appuyez sur Z pour annuler.',
  wrote: (name) => `${isolate(name)} a écrit, la discussion reste donc ouverte`,
  wentOn: (name) => `La discussion avec ${isolate(name)} reste ouverte`,
  notClosed: (name) => `Impossible de clôturer la discussion avec ${isolate(name)}`,
  notUndone: (name) => `Impossible d’annuler la clôture de la discussion avec ${isolate(name)}`,
  open: 'Ouvrir',
  dismiss: 'Ignorer',
  notices: 'Notifications',
  keptYou: 'Vous avez laissé la discussion ouverte',
  kept: (name) => `${isolate(name)} a laissé la discussion ouverte`,
  keptByVisitor: 'Le visiteur a écrit pendant la clôture de la discussion, elle reste donc ouverte',
}

const names = listing('fr')
/** So many are named; of more, the others are counted. */
const NAMED = 2
const named = (agents: readonly string[]): string =>
  agents.length <= NAMED + 1
    ? names.format(agents.map(isolate))
    : `${agents.slice(0, NAMED).map(isolate).join(', ')} et ${agents.length - NAMED} autres`

export const looking: Words['looking'] = {
  viewing: (agents) => `${named(agents)} ${agents.length === 1 ? 'consulte' : 'consultent'} la discussion`,
  writing: (name) => `${isolate(name)} écrit une réponse`,
  noting: (name) => `${isolate(name)} écrit une note`,
}
