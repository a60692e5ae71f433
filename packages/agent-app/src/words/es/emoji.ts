import type { LaterWords } from '../part.ts'

export const emoji: LaterWords['emoji'] = {
  title: 'Emojis',
  search: 'Buscar emojis en inglés',
  recent: 'Recientes',
  found: (n) => (n === 1 ? '1 emoji' : `${n} emojis`),
  none: 'Ningún emoji tiene este nombre.',
  groups: {
    smileys: 'Caritas',
    people: 'Personas',
    nature: 'Animales y naturaleza',
    food: 'Comida y bebida',
    travel: 'Viajes',
    activities: 'Actividades',
    objects: 'Objetos',
    symbols: 'Símbolos',
    flags: 'Banderas',
  },
  tone: 'Tono de piel',
  tones: ['Sin tono de piel', 'Claro', 'Medio claro', 'Medio', 'Medio oscuro', 'Oscuro'],
}
