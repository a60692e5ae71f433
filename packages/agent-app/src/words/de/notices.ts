import { isolate } from '../isolate.ts'

/** The notifications of alerts. The service worker shows them, too, so this file has nothing else. */
export const notices = {
  numbered: (number: string) => (number ? `Besucher ${number}` : 'Ein Besucher'),
  notice: {
    waiting: (name: string) => ({ title: `${isolate(name)} wartet`, body: 'Noch kein Agent hat geantwortet.' }),
    message: (name: string) => ({
      title: `${isolate(name)} hat Ihnen geschrieben`,
      body: 'Öffnen Sie den Chat, um zu antworten.',
    }),
    handed: (name: string) => ({ title: 'Ihnen wurde ein Chat übergeben', body: `Der Chat mit ${isolate(name)}.` }),
    woken: (name: string) => ({
      title: 'Ein zurückgestellter Chat ist wieder da',
      body: `Der Chat mit ${isolate(name)}.`,
    }),
    offered: (name: string) => ({ title: 'Ihnen wird ein Chat angeboten', body: `Der Chat mit ${isolate(name)}.` }),
    asked: (name: string) => ({
      title: 'Sie werden gebeten, in einem Chat mitzuschreiben',
      body: `Der Chat mit ${isolate(name)}.`,
    }),
    returned: (name: string) => ({ title: 'Ein Chat bleibt bei Ihnen', body: `Der Chat mit ${isolate(name)}.` }),
    unattended: (name: string) => ({
      title: 'Ein Chat ist unbetreut',
      body: `Niemand online kann ${isolate(name)} antworten.`,
    }),
    mention: (name: string) => ({ title: 'Ein Teammitglied hat Sie erwähnt', body: `Im Chat mit ${isolate(name)}.` }),
    task: (name: string, text: string) => ({ title: `Aufgabe fällig: ${isolate(name)}`, body: isolate(text) }),
    assigned: (name: string, text: string) => ({ title: `Aufgabe für Sie: ${isolate(name)}`, body: isolate(text) }),
    call: (name: string, text: string) => ({ title: `${isolate(name)} ruft an`, body: `${isolate(text)} ·` }),
    callback: (name: string, text: string) => ({
      title: `${isolate(name)} möchte angerufen werden`,
      body: `${isolate(text)} ·`,
    }),
    call_over: () => ({ title: 'Der Anruf klingelt nicht mehr', body: '' }),
    missed_call: (name: string) => ({
      title: `Verpasster Anruf: ${isolate(name)}`,
      body: 'Kein Agent hat ihn angenommen.',
    }),
    test: () => ({ title: 'Benachrichtigungen kommen auf diesem Gerät an', body: 'Das war ein Test.' }),
  },
}
