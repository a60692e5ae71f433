import type { LaterWords } from '../part.ts'

export const emoji: LaterWords['emoji'] = {
  title: 'Émojis',
  search: 'Rechercher un émoji en anglais',
  recent: 'Récents',
  found: (n) => (n < 2 ? `${n} émoji` : `${n} émojis`),
  none: 'Aucun émoji ne porte ce nom.',
  groups: {
    smileys: 'Smileys',
    people: 'Personnes',
    nature: 'Animaux et nature',
    food: 'Nourriture et boissons',
    travel: 'Voyages',
    activities: 'Activités',
    objects: 'Objets',
    symbols: 'Symboles',
    flags: 'Drapeaux',
  },
  tone: 'Couleur de peau',
  tones: ['Sans couleur de peau', 'Claire', 'Moyennement claire', 'Moyenne', 'Moyennement foncée', 'Foncée'],
}
