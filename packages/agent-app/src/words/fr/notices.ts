import { isolate } from '../isolate.ts'

/** The notifications of alerts. The service worker shows them, too, so this file has nothing else. */
export const notices = {
  numbered: (number: string) => (number ? `Visiteur ${number}` : 'Un visiteur'),
  notice: {
    waiting: (name: string) => ({ title: `${isolate(name)} attend`, body: 'Aucun agent n’a encore répondu.' }),
    message: (name: string) => ({
      title: `${isolate(name)} vous a écrit`,
      body: 'Ouvrez la discussion pour répondre.',
    }),
    handed: (name: string) => ({
      title: 'Une discussion vous a été transférée',
      body: `La discussion avec ${isolate(name)}.`,
    }),
    woken: (name: string) => ({
      title: 'Une discussion est de retour de veille',
      body: `La discussion avec ${isolate(name)}.`,
    }),
    offered: (name: string) => ({
      title: 'Une discussion vous est proposée',
      body: `La discussion avec ${isolate(name)}.`,
    }),
    asked: (name: string) => ({
      title: 'On vous demande de participer à une discussion',
      body: `La discussion avec ${isolate(name)}.`,
    }),
    returned: (name: string) => ({
      title: 'Une discussion reste chez vous',
      body: `La discussion avec ${isolate(name)}.`,
    }),
    unattended: (name: string) => ({
      title: 'Une discussion est sans suivi',
      body: `Personne en ligne ne peut répondre à ${isolate(name)}.`,
    }),
    mention: (name: string) => ({
      title: 'Un collègue vous a mentionné',
      body: `Dans la discussion avec ${isolate(name)}.`,
    }),
    task: (name: string, text: string) => ({ title: `Tâche à échéance : ${isolate(name)}`, body: isolate(text) }),
    assigned: (name: string, text: string) => ({
      title: `Une tâche pour vous : ${isolate(name)}`,
      body: isolate(text),
    }),
    call: (name: string, text: string) => ({ title: `${isolate(name)} appelle`, body: `${isolate(text)} ·` }),
    callback: (name: string, text: string) => ({
      title: `${isolate(name)} demande à être rappelé`,
      body: `${isolate(text)} ·`,
    }),
    call_over: () => ({ title: 'L’appel ne sonne plus', body: '' }),
    missed_call: (name: string) => ({ title: `Appel manqué de ${isolate(name)}`, body: 'Aucun agent ne l’a pris.' }),
    test: () => ({ title: 'Les notifications arrivent sur cet appareil', body: 'Ceci était un test.' }),
  },
}
