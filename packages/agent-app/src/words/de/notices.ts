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
    mention: (name: string) => ({ title: 'Ein Teammitglied hat Sie erwähnt', body: `Im Chat mit ${isolate(name)}.` }),
    test: () => ({ title: 'Benachrichtigungen kommen auf diesem Gerät an', body: 'Das war ein Test.' }),
  },
}
