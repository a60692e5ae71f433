import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'
import { listing } from '../listing.ts'

const count = counting('pt')
const conjunction = listing('pt')

export const chat: Words['chat'] = {
  label: (name) => `Conversa com ${isolate(name)}`,
  messages: 'Mensagens',
  reply: 'Responder',
  replyHelp: 'Ao responder, o chat é atribuído a você.',
  replying: 'Aceitando…',
  takeOver: 'Assumir',
  heldBy: (name) => `${isolate(name)} está cuidando deste chat.`,
  takeOverTitle: (name) => `Assumir este chat de ${isolate(name)}?`,
  takeOverHelp: (name) => `${isolate(name)} ainda poderá ler o chat, mas não poderá mais responder.`,
  withBot: (name) => `${isolate(name)} está respondendo. Quando você assumir, ele sairá do chat.`,
  botAnswers: (name) => `${isolate(name)} responde`,
  closedBy: (name, when) => (name ? `Encerrado por ${isolate(name)} · ${when}.` : `Encerrado · ${when}.`),
  closedByYou: (when) => `Você encerrou este chat · ${when}.`,
  closedHelp: 'Se o visitante escrever de novo, um novo chat começará.',
  closedBlocked: 'Este visitante está bloqueado e não pode escrever.',
  close: 'Encerrar chat',
  actions: 'Mais ações',
  leave: 'Devolver à fila',
  block: 'Bloquear este visitante',
  blockTitle: 'Bloquear este visitante?',
  blockHelp: 'O chat será encerrado. O visitante não poderá escrever até que um agente o desbloqueie.',
  isBlocked: 'Este visitante está bloqueado',
  isBlockedHelp: 'Ele não pode escrever para vocês.',
  unblock: 'Desbloquear',
  details: 'Detalhes',
  hideDetails: 'Ocultar detalhes',
  placeholder: 'Escreva uma resposta',
  send: 'Enviar',
  canned: 'Respostas prontas. Digite / em uma mensagem vazia',
  attach: 'Anexar um arquivo',
  attachHelp: (size) => `Até ${size}. Você também pode colar ou arrastar arquivos.`,
  tooLarge: (name, size) => `“${isolate(name)}” é grande demais. O limite é ${size}.`,
  emptyFile: (name) => `“${isolate(name)}” está vazio ou é uma pasta e não pode ser enviado.`,
  tooManyFiles: (most) =>
    `Uma mensagem leva no máximo ${count(most, { one: 'arquivo', other: 'arquivos' })}. Envie os outros em seguida.`,
  left: (n) => count(n, { one: 'caractere restante', other: 'caracteres restantes' }),
  over: (n) => count(n, { one: 'caractere a mais', other: 'caracteres a mais' }),
  drop: 'Solte os arquivos para enviá-los',
  today: 'Hoje',
  yesterday: 'Ontem',
  todayAt: (time) => `Hoje, ${time}`,
  yesterdayAt: (time) => `Ontem, ${time}`,
  newMessages: (n) => count(n, { one: 'nova mensagem', other: 'novas mensagens' }),
  unreadMark: 'Novas',
  toEnd: 'Ir para a mensagem mais recente',
  loadingOlder: 'Carregando mensagens anteriores',
  olderFailed: 'Não foi possível carregar as mensagens anteriores.',
  beginning: (name) => `Início da conversa com ${isolate(name)}`,
  beginningAgain: 'Início deste chat',
  failedLoad: 'Não foi possível carregar o chat',
  typing: (name) => `${isolate(name)} está digitando`,
  beingTyped: 'Digitando, ainda não enviado:',
  queued: 'Aguardando envio',
  sending: 'Enviando',
  sent: 'Enviada',
  deliveredSometime: 'Entregue',
  delivered: (time) => `Entregue às ${time}`,
  again: (name) => `Reenviada por ${isolate(name)}`,
  notDelivered: 'Não entregue',
  sendAgain: 'Enviar de novo',
  emoji: 'Emojis',
  looksLike: 'O visitante vê:',
  messageActions: 'Ações para esta mensagem',
  failedAgain: (times, time) => `Falhou de novo às ${time} (${times} vezes).`,
  againFailed: 'Não foi possível reenviar.',
  discard: 'Descartar',
  cancelUpload: 'Cancelar envio do arquivo',
  refused: 'Não enviada',
  edited: 'editada',
  editedAt: (time) => `Editada em ${time}`,
  showEarlier: (n) => (n === 1 ? 'Mostrar o texto anterior' : 'Mostrar os textos anteriores'),
  cut: (from) => `cortado; tinha ${from} caracteres`,
  invited: (text) => `O visitante foi convidado com “${isolate(text)}”`,
  invitedErased: 'O visitante foi convidado',
  changed: 'O visitante alterou os próprios dados',
  changedBy: (name) => `${isolate(name)} alterou os dados do visitante`,
  changedYou: 'Você alterou os dados do visitante',
  changedRemoved: (field) => `${field} (removido)`,
  changedTo: (field, value) => `${field} “${isolate(value)}”`,
  changes: (said, values) => `${said}: ${conjunction.format(values)}`,
  changedErased: 'Os dados do visitante foram alterados',
  changedFields: { name: 'nome', phone: 'telefone', email: 'e-mail', description: 'mais' },
  departmentChosen: (name) => `O visitante escolheu o departamento ${isolate(name)}`,
  rated: { positive: 'Avaliação do visitante: boa', negative: 'Avaliação do visitante: ruim' },
  blocked: (name) => `${isolate(name)} bloqueou este visitante`,
  blockedYou: 'Você bloqueou este visitante',
  unblocked: (name) => `${isolate(name)} desbloqueou este visitante`,
  unblockedYou: 'Você desbloqueou este visitante',
  joined: (name) => `${isolate(name)} entrou no chat`,
  joinedYou: 'Você entrou no chat',
  closedYou: 'Você encerrou o chat',
  closed: (name) => (name ? `${isolate(name)} encerrou o chat` : 'O chat foi encerrado'),
  leftChat: (name) => `${isolate(name)} devolveu o chat à fila`,
  leftYou: 'Você devolveu o chat à fila',
  agentInvited: (name) => `${isolate(name)} chamou um agente`,
  agentUnavailable: {
    none: (name) => `Nenhum agente estava disponível. ${isolate(name)} continua`,
    unaccepted: (name) => `Nenhum agente aceitou a tempo o chamado de ${isolate(name)}. O chat continua na fila`,
  },
  botJoined: (name) => `${isolate(name)} responde`,
  botSkipped: (name) => `${isolate(name)} foi ignorado porque está falhando`,
  botLeft: {
    failed: (name) => `${isolate(name)} não aceitou a mensagem. O chat aguarda um agente`,
    interrupted: (name) => `O servidor reiniciou enquanto chamava ${isolate(name)}. O chat aguarda um agente`,
    silent: (name) => `${isolate(name)} não respondeu a tempo. O chat aguarda um agente`,
    skipped: (name) => `${isolate(name)} está falhando. O chat aguarda um agente`,
    removed: (name) => `${isolate(name)} foi removido deste canal. O chat aguarda um agente`,
    loop: (name) =>
      `${isolate(name)} foi interrompido por causa de um ciclo de respostas automáticas. O chat aguarda um agente`,
    repeats: (name) => `${isolate(name)} foi interrompido porque repetiu uma mensagem. O chat aguarda um agente`,
    repeatsErased: (name) =>
      `${isolate(name)} foi interrompido por causa de mensagens repetidas. O chat aguarda um agente`,
    repeatsCustomer: (name) =>
      `${isolate(name)} foi interrompido porque o visitante repetiu uma mensagem. O chat aguarda um agente`,
  },
  botTooLate: (name) => `${isolate(name)} escreveu isto tarde demais. O visitante não vê`,
  answers: 'Botões',
  chose: (answer) => `escolheu: ${isolate(answer)}`,
  system: 'Sistema',
  linkTo: (host) => `abre ${isolate(host)}`,
}

export const list: Words['list'] = {
  draft: 'Rascunho',
  draftHelp: 'Você tem um rascunho não enviado neste chat.',
  said: (author) => `${author}:`,
  channel: (name) => `Canal: ${isolate(name)}`,
  tags: (names) => `Etiquetas: ${names.map(isolate).join(', ')}`,
  moreTags: (n) => `+${n}`,
  density: 'Linhas da caixa de entrada',
  densities: { comfortable: 'Confortáveis', compact: 'Compactas' },
}

/** So many are named; of more, the others are counted. */
const NAMED = 2
const lookers = (names: readonly string[]): string =>
  names.length <= NAMED + 1
    ? conjunction.format(names.map(isolate))
    : `${names.slice(0, NAMED).map(isolate).join(', ')} e mais ${names.length - NAMED}`

export const looking: Words['looking'] = {
  viewing: (names) => `${lookers(names)} ${names.length === 1 ? 'está vendo' : 'estão vendo'} o chat`,
  writing: (name) => `${isolate(name)} está escrevendo uma resposta`,
  noting: (name) => `${isolate(name)} está escrevendo uma nota`,
}

export const notes: Words['notes'] = {
  kind: 'O que você escreve',
  reply: 'Resposta',
  note: 'Nota',
  help: 'Só a sua equipe vê isto',
  placeholder: 'Escreva uma nota. @ menciona um colega',
  send: 'Salvar nota',
  by: (name) => `${isolate(name)}: nota interna`,
  whom: 'Mencionar um colega',
  mentionsYou: 'Menciona você',
  write: 'Escrever uma nota',
  inArchive: 'Nota',
}

type Changed = { added: readonly string[]; removed: readonly string[] }
const named = (names: readonly string[]) =>
  `${names.length === 1 ? 'a etiqueta' : 'as etiquetas'} ${conjunction.format(names.map((name) => `“${isolate(name)}”`))}`
const change = ({ added, removed }: Changed) =>
  [added.length > 0 && `adicionou ${named(added)}`, removed.length > 0 && `removeu ${named(removed)}`]
    .filter(Boolean)
    .join(' e ')

export const tags: Words['tags'] = {
  ofChat: 'Etiquetas deste chat',
  set: 'Etiquetas',
  more: (n) => `+${n}`,
  moreLabel: (n) => `mais ${n}`,
  changed: (name, changed) => `${isolate(name)} ${change(changed)}`,
  changedYou: (changed) => `Você ${change(changed)}`,
}

export const closing: Words['closing'] = {
  closed: (name) => `Chat com ${isolate(name)} encerrado`,
  undo: 'Desfazer',
  undoKey: 'Pressione Z para desfazer.',
  wrote: (name) => `${isolate(name)} escreveu, então o chat continua aberto`,
  wentOn: (name) => `O chat com ${isolate(name)} continua aberto`,
  notClosed: (name) => `Não foi possível encerrar o chat com ${isolate(name)}`,
  notUndone: (name) => `Não foi possível desfazer o encerramento do chat com ${isolate(name)}`,
  open: 'Abrir',
  dismiss: 'Dispensar',
  notices: 'Avisos',
  keptYou: 'Você manteve o chat aberto',
  kept: (name) => `${isolate(name)} manteve o chat aberto`,
  keptByVisitor: 'O visitante escreveu enquanto o chat era encerrado, então ele continua aberto',
}

const presences = { online: 'online', away: 'ausente', offline: 'offline' }

export const waiting: Words['waiting'] = {
  hold: 'Desfazer o envio',
  holdHelp:
    'Por este tempo após o envio, você pode recolher uma mensagem. O visitante a recebe depois. A escolha vale em todos os seus dispositivos.',
  holdNone: 'Enviar na hora',
  holdSeconds: (n) => count(n, { one: 'segundo', other: 'segundos' }),
  scheduled: 'Mensagens aguardando envio',
  sendLater: 'Enviar depois',
  schedule: 'Enviar depois',
  times: { hour: 'Em 1 hora', tomorrow: 'Amanhã de manhã', monday: 'Segunda de manhã', own: 'Escolher horário…' },
  when: 'Quando?',
  noTime: 'Informe uma data e um horário.',
  inPast: 'Este horário já passou.',
  tooFar: (days) => `No máximo ${count(days, { one: 'dia', other: 'dias' })} à frente.`,
  sendingIn: (seconds) => `Enviando em ${seconds} s`,
  sentAt: (time) => `Envio programado: ${time}`,
  by: (name) => `por ${isolate(name)}`,
  visitorWrote: 'O visitante escreveu depois disso',
  takeBack: 'Recolher',
  edit: 'Editar',
  sendNow: 'Enviar agora',
  snooze: 'Adiar',
  snoozeUntil: 'Adiar até',
  untilVisitor: 'O visitante escrever',
  snoozedUntil: (end) => `Adiado até ${end}`,
  wake: 'Reativar',
  view: 'Adiados',
  woken: 'Reativado',
  handOver: 'Transferir',
  noColleagues: 'Ainda não há colegas.',
  presence: (presence) => presences[presence],
  tookBackYou: 'Você recolheu uma mensagem',
  tookBack: (name) => `${isolate(name)} recolheu uma mensagem`,
  cancelledClosed: 'Uma mensagem programada foi cancelada porque o chat foi encerrado',
  cancelledBlocked: 'Uma mensagem programada foi cancelada porque o visitante foi bloqueado',
  snoozedYou: (until) => `Você adiou o chat até ${until}`,
  snoozed: (name, until) => `${isolate(name)} adiou o chat até ${until}`,
  visitorWrites: 'o visitante escrever',
  wokeByTime: 'O adiamento terminou',
  wokeByVisitor: 'O visitante escreveu, então o adiamento terminou',
  wokeYou: 'Você reativou o chat',
  woke: (name) => `${isolate(name)} reativou o chat`,
  handedYou: (to) => `Você transferiu o chat para ${isolate(to)}`,
  handed: (name, to) => `${isolate(name)} transferiu o chat para ${isolate(to)}`,
}
