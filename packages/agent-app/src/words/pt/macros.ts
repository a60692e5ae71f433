import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { counting } from '../plural.ts'

const count = counting('pt')

const minutesInWords = (minutes: number): string => {
  if (minutes % 1440 === 0) return count(minutes / 1440, { one: 'dia', other: 'dias' })
  return minutes % 60 === 0
    ? count(minutes / 60, { one: 'hora', other: 'horas' })
    : count(minutes, { one: 'minuto', other: 'minutos' })
}

export const macros: LaterWords['macros'] = {
  title: 'Macros',
  help: 'Vários passos em um chat de uma só vez. Pressione M em um chat ou digite / em uma mensagem vazia.',
  add: 'Nova macro',
  edit: (title) => `Editar “${isolate(title)}”`,
  remove: 'Remover',
  removeTitle: (title) => `Remover “${isolate(title)}”?`,
  removeHelp: 'O que ela fez nos chats permanece.',
  sharedList: 'Compartilhadas com todos os agentes',
  own: 'Só suas',
  shared: 'Compartilhada',
  sharedHelp: 'Todos os agentes podem executá-la.',
  empty: 'Nenhuma macro ainda',
  emptyHelp: 'Salve o que você faz sempre, como agradecer, etiquetar e encerrar. Depois, execute com uma tecla.',
  failedLoad: 'Não foi possível carregar as macros',
  fields: { title: 'Título', shortcut: 'Atalho' },
  shortcutHelp: 'Digitado depois de / para encontrá-la: letras, algarismos, - e _.',
  steps: 'Passos',
  stepsHelp: 'São executados nesta ordem: todos ou nenhum.',
  noSteps: 'Adicione o primeiro passo.',
  addStep: 'Adicionar um passo',
  step: (n, name) => `Passo ${n}: ${name}`,
  up: (n) => `Mover o passo ${n} para cima`,
  down: (n) => `Mover o passo ${n} para baixo`,
  removeStep: (n) => `Remover o passo ${n}`,
  moved: (n) => `Agora é o passo ${n}`,
  names: {
    accept: 'Assumir o chat',
    send: 'Enviar uma mensagem',
    note: 'Escrever uma nota',
    tag: 'Alterar etiquetas',
    'hand-over': 'Transferir',
    snooze: 'Adiar',
    close: 'Encerrar o chat',
  },
  text: 'Texto',
  insert: 'Inserir uma variável…',
  addTags: 'Adicionar',
  removeTags: 'Remover',
  noTags: 'Ainda não há etiquetas.',
  to: 'Para',
  agents: 'Colegas',
  departments: 'Departamentos',
  choose: 'Escolher…',
  goneReceiver: 'Não existe mais',
  until: 'Prazo',
  inTime: (minutes) => `por ${minutesInWords(minutes)}`,
  visitorWrites: 'até o visitante escrever',
  preview: 'No chat de um visitante',
  does: {
    accept: 'Assume o chat, se nenhum agente estiver com ele',
    send: 'Envia',
    note: 'Escreve uma nota interna',
    addsTags: (names) => `Adiciona ${names}`,
    removesTags: (names) => `Remove ${names}`,
    handsTo: (name) => `Transfere o chat. Para: ${isolate(name)}`,
    handsToGone: 'Transfere o chat a um agente ou departamento que não existe mais',
    snoozes: (minutes) => (minutes === null ? 'Adia até o visitante escrever' : `Adia por ${minutesInWords(minutes)}`),
    closes: 'Encerra o chat',
  },
  goneTag: 'uma etiqueta removida',
  run: 'Executar uma macro',
  search: 'Buscar uma macro',
  none: 'Nenhuma macro corresponde',
  ran: (title) => `“${isolate(title)}” foi executada`,
  failed: (title) => `“${isolate(title)}” não fez nada.`,
  failedAt: (n, name) => `Passo ${n} (${name}):`,
  dismiss: 'Dispensar',
  pickHelp: 'Enter executa, Esc fecha',
  manage: 'Editar macros',
}
