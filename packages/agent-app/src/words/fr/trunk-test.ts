import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const trunkTest: LaterWords['trunkTest'] = {
  title: 'Appel de test',
  help: 'Un vrai appel par la ligne vers un téléphone près de vous. Il peut coûter le prix d’un appel.',
  number: 'Numéro d’un téléphone près de vous',
  numberHelp: 'Avec + et le pays, ou un poste de votre standard.',
  call: 'M’appeler pour tester',
  again: 'Rappeler',
  hangUp: 'Raccrocher',
  list: 'Étapes de l’appel de test',
  steps: {
    settings: 'Réglages lus',
    host: 'Hôte trouvé',
    connected: 'Connecté',
    registered: 'Enregistré auprès de la ligne',
    engine: 'rtpengine fonctionne',
    dialled: 'Numéro composé',
    rings: 'Le téléphone sonne',
    answered: 'Décroché',
    sound: 'Une mélodie est jouée',
    key: 'Touche appuyée',
    over: 'L’appel est terminé',
  },
  by: { telephone: 'Vous avez raccroché', server: 'Le serveur a raccroché' },
  after: (time) => `après ${time}`,
  listen: 'Entendez-vous la mélodie ? Appuyez sur une touche du téléphone, ou raccrochez.',
  answer: 'Votre téléphone sonne : décrochez.',
  states: {
    waiting: 'Un serveur prend le test',
    running: 'Le test est en cours',
    passed: 'L’appel de test fonctionne',
    failed: 'L’appel de test a échoué',
    stopped: 'L’appel de test a été arrêté',
  },
  bothWays: 'La mélodie est partie et votre touche est revenue : cette ligne peut appeler des téléphones.',
  oneWay:
    'Le téléphone a été décroché. Si vous avez entendu la mélodie, cette ligne peut appeler des téléphones. Sinon, MEDIA_PORTS du serveur n’est peut-être pas ouvert.',
  said: (words) => `La ligne a répondu : ${isolate(words)}`,
  failures: {
    not_taken: { what: 'Aucun serveur n’a pris le test.', remedy: 'Regardez le journal du serveur, puis réessayez.' },
    host_unknown: {
      what: 'L’hôte n’a pas été trouvé, ou la connexion n’est pas permise.',
      remedy:
        'Comparez son nom avec la lettre de votre opérateur. L’exploitant doit indiquer les adresses privées dans ALLOW_TARGETS.',
    },
    not_connected: {
      what: 'La ligne ne répond pas.',
      remedy: 'Comparez hôte, port et transport. Le pare-feu doit laisser passer le serveur.',
    },
    not_registered: {
      what: 'La ligne n’accepte pas le nom d’utilisateur ou le mot de passe.',
      remedy: 'Comparez les deux, et le domaine, avec la lettre de votre opérateur.',
    },
    engine_missing: { what: 'rtpengine n’est pas installé.', remedy: 'Installez-le avec la commande ci-dessus.' },
    engine_failed: { what: 'rtpengine ne fonctionne pas.', remedy: 'La raison est indiquée plus haut, sous État.' },
    call_refused: {
      what: 'La ligne ne vous laisse pas appeler ce numéro.',
      remedy:
        'Demandez à votre opérateur si les appels vers ce numéro sont permis, et si le numéro affiché est le vôtre.',
    },
    wrong_number: { what: 'La ligne ne connaît pas ce numéro.', remedy: 'Saisissez-le avec + et le pays.' },
    busy: { what: 'Le téléphone est occupé.', remedy: 'Raccrochez-le, puis réessayez.' },
    declined: { what: 'Le téléphone a refusé l’appel.', remedy: 'Décrochez quand il sonne.' },
    no_answer: { what: 'Personne n’a décroché.', remedy: 'Décrochez dans les 30 secondes.' },
    unreachable: { what: 'Le téléphone n’a pas pu être joint.', remedy: 'Vérifiez qu’il est allumé.' },
    trunk_failed: {
      what: 'La ligne n’a pas pu passer l’appel.',
      remedy: 'Réessayez dans une minute, puis demandez à votre opérateur.',
    },
    lost: { what: 'La ligne a été perdue pendant l’appel.', remedy: 'La raison est indiquée plus haut, sous État.' },
    engine_died: {
      what: 'rtpengine s’est arrêté pendant l’appel.',
      remedy: 'La raison est indiquée plus haut, sous État.',
    },
    restarted: { what: 'Le serveur qui faisait l’appel s’est arrêté.', remedy: 'Réessayez.' },
  },
}
