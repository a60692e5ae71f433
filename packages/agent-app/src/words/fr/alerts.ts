import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { at } from './grammar.ts'
import { notices } from './notices.ts'

export const alerts: LaterWords['alerts'] = {
  help: 'Comment vous êtes prévenu d’un message.',
  failedLoad: 'Impossible de charger vos paramètres de notification',
  means: 'Comment vous êtes averti',
  rows: {
    sound: ['Son', 'Joué dans l’application ouverte.'],
    badge: ['Nombre sur l’onglet', 'L’onglet et l’icône de l’application affichent le nombre de messages non lus.'],
    browser: [
      'Notification du navigateur',
      'Apparaît quand Deskbell est ouvert mais caché derrière d’autres fenêtres.',
    ],
    push: ['Notification push', 'Arrive par web push sur les appareils ci-dessous, même quand Deskbell est fermé.'],
    mail: ['E-mail', 'Envoyé seulement si une notification n’a été vue sur aucun appareil dans les 30 secondes.'],
  },
  kinds: 'Appels',
  kindRows: {
    calls: [
      'Appels qui sonnent chez vous',
      'Un son, et une notification sur vos appareils pendant qu’un appel sonne chez vous. Sinon, l’appel n’apparaît qu’à l’écran.',
    ],
    missedCalls: ['Appels manqués', 'Les appels qu’aucun agent n’a pris, pour que quelqu’un rappelle.'],
  },
  noMail: 'Ce serveur n’envoie pas encore d’e-mails : la personne qui le gère doit définir SMTP_URL.',
  tone: 'Son',
  tones: { chime: 'Carillon', bell: 'Cloche', knock: 'Toc-toc', drop: 'Goutte' },
  play: 'Écouter',
  silent:
    'Votre navigateur n’a rien joué. Cliquez n’importe où dans la page, réessayez, et vérifiez le volume de l’appareil.',
  quiet: 'Heures calmes',
  quietHelp: 'Vous n’êtes pas averti pendant ces heures. Vos collègues le sont à votre place.',
  quietSwitch: 'Respecter les heures calmes',
  quietFrom: 'De',
  quietTo: 'À',
  quietDays: 'À partir du',
  quietEmpty: 'Choisissez au moins un jour et deux heures différentes.',
  timeZone: 'Fuseau horaire',
  devices: 'Appareils',
  devicesHelp:
    'Chaque navigateur dans lequel vous utilisez Deskbell. Celui que vous avez utilisé en dernier est averti en premier.',
  devicesEmpty: 'Ce navigateur n’a pas encore été ajouté.',
  thisDevice: 'cet appareil',
  lastUsed: (when) => `dernière utilisation ${at(when)}`,
  allow: 'Activer les notifications ici',
  denied:
    'Les notifications de Deskbell sont bloquées dans ce navigateur. Cliquez sur l’icône à côté de l’adresse, autorisez les notifications et rechargez la page. Sur un téléphone, vérifiez aussi les réglages du système.',
  unsupported:
    'Ce navigateur n’affiche pas de notifications. Sur un iPhone ou un iPad, ajoutez d’abord Deskbell à l’écran d’accueil et ouvrez-le à partir de là.',
  states: {
    push: 'Averti même quand Deskbell est fermé',
    open: 'Averti quand Deskbell est ouvert',
    soundOnly: 'Son uniquement : les notifications ne sont pas activées',
    denied: 'Les notifications sont bloquées dans ce navigateur',
    failing: (why) => `La dernière notification a échoué : ${isolate(why)}`,
  },
  test: 'Tester',
  testOf: (name) => `Tester ${isolate(name)}`,
  removeDevice: (name) => `Supprimer ${isolate(name)}`,
  steps: { sent: 'Envoyée', accepted: 'Acceptée par le service push', shown: 'Affichée', opened: 'Ouverte' },
  notOpened:
    'Les notifications arrivent sur cet appareil. Cliquez sur la notification pour voir qu’elle ouvre aussi Deskbell.',
  advice: (isHere) => ({
    sent: 'Le serveur ne l’a pas encore envoyée. Vérifiez que le serveur peut se connecter au service push du navigateur.',
    accepted: 'Le service push ne l’a pas encore acceptée. Le serveur réessaie.',
    shown: isHere
      ? 'Rien n’a été affiché. Vérifiez que les notifications sont autorisées pour ce navigateur dans le système, qu’aucun mode de concentration ou « Ne pas déranger » n’est activé et que le son n’est pas coupé.'
      : 'Rien n’a encore été affiché. L’appareil est-il allumé et connecté, et les notifications sont-elles autorisées pour son navigateur ?',
  }),
  log: 'Dernières notifications',
  logHelp: 'Ce qu’est devenue chaque notification des 30 derniers jours.',
  logEmpty: 'Aucune notification pour le moment.',
  causes: {
    waiting: 'Un visiteur attend',
    message: 'Un visiteur vous a écrit',
    handed: 'Une discussion vous a été transférée',
    woken: 'Une discussion est de retour de veille',
    offered: 'Une discussion vous est proposée',
    asked: 'On vous demande de participer à une discussion',
    returned: 'Une discussion reste chez vous',
    unattended: 'Une discussion est sans suivi : personne en ligne ne peut répondre',
    mention: 'Un collègue vous a mentionné',
    task: 'Une tâche arrive à échéance',
    assigned: 'Une tâche vous a été confiée',
    call: 'Un appel sonne chez vous',
    missed_call: 'Un appel a été manqué',
    test: 'Test',
  },
  chat: (id) => `Discussion ${id}`,
  by: { open: 'Dans l’application ouverte', push: 'Web push', mail: 'E-mail' },
  mailed: 'Remise au serveur de messagerie',
  decided: 'Pas encore envoyée',
  failed: (why) => `Échec : ${isolate(why)}`,
  ...notices,
}
