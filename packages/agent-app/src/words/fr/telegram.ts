import type { Words } from '../en.ts'
import { count } from './grammar.ts'

export const telegram: Words['telegram'] = {
  token: 'Jeton du bot',
  tokenHelp: 'Collez le jeton que @BotFather vous a donné. Il n’est plus affiché ensuite.',
  tokenLooks: 'Un jeton ressemble à 123456789:AAF-lettres-et-chiffres.',
  tokenShow: 'Afficher le jeton',
  tokenHide: 'Masquer le jeton',
  tokenKept: 'Stocké chiffré. Si vous le révoquez auprès de @BotFather, saisissez le nouveau ici.',
  tokenReplace: 'Remplacer le jeton',
  freshToken: 'Nouveau jeton du bot',
  connection: 'Connexion',
  connectedAs: 'Connecté en tant que',
  notAsked: 'Telegram n’a pas encore été interrogé sur le bot.',
  link: 'Les visiteurs écrivent au bot à cette adresse. Ajoutez-la comme lien sur votre site, dans vos e-mails et vos profils.',
  copyLink: 'Copier l’adresse du bot',
  open: 'Ouvrir dans Telegram',
  check: 'Tester la connexion',
  checkHelp: 'Demande à Telegram si les messages du bot arrivent ici. Les visiteurs ne le voient pas.',
  outcomes: { good: 'Fonctionne', bad: 'Ne fonctionne pas encore', unreachable: 'Telegram est injoignable' },
  meaning: {
    good: 'Telegram connaît le bot, et les messages arrivent comme indiqué ci-dessous.',
    bad: 'Telegram a répondu, mais les messages n’arrivent pas comme indiqué ci-dessous.',
    unreachable: 'Les messages attendent chez Telegram et arriveront quand il sera de nouveau joignable.',
  },
  arranging:
    'Le serveur est peut-être encore en train d’indiquer à Telegram comment les messages arrivent. Testez de nouveau dans une minute.',
  said: { good: 'Réponse de Telegram', bad: 'Réponse de Telegram', unreachable: 'Motif' },
  waiting: 'En attente chez Telegram',
  messages: (n) => (n === 0 ? 'aucun message' : count(n, 'message', 'messages')),
  updates: 'Arrivée des messages',
  updatesHelp: 'Prend effet aussitôt. Les messages qui attendent chez Telegram ne sont pas perdus.',
  ways: { polling: 'Le serveur interroge Telegram', webhook: 'Telegram appelle le serveur' },
  waysHelp: {
    polling: 'Fonctionne derrière tout pare-feu et ne demande aucune adresse publique.',
    webhook: 'Demande une adresse de ce serveur accessible depuis Internet en https.',
  },
  online: 'Des agents sont disponibles pour les visiteurs qui écrivent au bot.',
  offline: 'Aucun agent n’est disponible. Les messages sont tout de même acceptés.',
  enabledHelp: 'Si désactivé, le canal est hors ligne. Les messages sont tout de même acceptés.',
  deliveriesHelp: 'Chaque requête à Telegram, avec sa réponse.',
  notesHelp: 'Les problèmes de connexion à Telegram et de messages apparaissent ici.',
  removeHelp:
    'Les messages au bot ne sont plus reçus. Les discussions restent lisibles. Le bot lui-même reste chez Telegram.',
}
