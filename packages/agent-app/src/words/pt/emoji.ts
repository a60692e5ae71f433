import type { LaterWords } from '../part.ts'

export const emoji: LaterWords['emoji'] = {
  title: 'Emojis',
  search: 'Buscar emojis em inglês',
  recent: 'Recentes',
  found: (n) => (n === 1 ? '1 emoji' : `${n} emojis`),
  none: 'Nenhum emoji tem este nome.',
  groups: {
    smileys: 'Carinhas',
    people: 'Pessoas',
    nature: 'Animais e natureza',
    food: 'Comidas e bebidas',
    travel: 'Viagens',
    activities: 'Atividades',
    objects: 'Objetos',
    symbols: 'Símbolos',
    flags: 'Bandeiras',
  },
  tone: 'Tom de pele',
  tones: ['Sem tom de pele', 'Claro', 'Médio-claro', 'Médio', 'Médio-escuro', 'Escuro'],
}
