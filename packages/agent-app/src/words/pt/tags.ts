import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const tags: LaterWords['tags'] = {
  title: 'Etiquetas',
  help: 'Rótulos para chats. Só a sua equipe os vê.',
  readOnly: 'Proprietários e administradores alteram a lista.',
  empty: 'Nenhuma etiqueta ainda',
  emptyHelp:
    'As etiquetas organizam os chats por assunto, como “Reembolso” ou “VIP”, e ajudam a encontrá-los no histórico.',
  failedLoad: 'Não foi possível carregar as etiquetas',
  add: 'Adicionar etiqueta',
  edit: (name) => `Alterar ${isolate(name)}`,
  change: 'Alterar',
  remove: 'Remover',
  actions: (name) => `Ações para ${isolate(name)}`,
  name: 'Nome',
  nameHelp: 'No máximo 40 caracteres.',
  colour: 'Cor',
  colours: {
    grey: 'Cinza',
    red: 'Vermelho',
    orange: 'Laranja',
    yellow: 'Amarelo',
    green: 'Verde',
    teal: 'Verde-azulado',
    blue: 'Azul',
    purple: 'Roxo',
    pink: 'Rosa',
  },
  removeTitle: (name) => `Remover a etiqueta ${isolate(name)}?`,
  removeHelp: 'Os chats deixam de mostrá-la, e ela não pode mais ser buscada. Não é possível desfazer.',
  find: 'Buscar uma etiqueta',
  create: (name) => `Criar “${isolate(name)}”`,
  none: 'Nenhuma etiqueta tem este nome.',
  noneYet: 'Ainda não há etiquetas. Um proprietário ou administrador as adiciona nas configurações.',
  filter: 'Etiqueta',
  any: 'Qualquer etiqueta',
}
