import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { counting } from '../plural.ts'

const count = counting('pt')

export const common: Words['common'] = {
  save: 'Salvar',
  saved: 'Salvo',
  cancel: 'Cancelar',
  close: 'Fechar',
  back: 'Voltar',
  retry: 'Tentar de novo',
  copy: 'Copiar',
  copied: 'Copiado',
  loading: 'Carregando',
  remove: 'Remover',
  more: 'Carregar mais',
  never: 'nunca',
  yes: 'Sim',
  no: 'Não',
  optional: 'opcional',
  you: 'você',
  skip: 'Ir para o conteúdo',
}

export const problem: Words['problem'] = {
  unreachable: 'Não foi possível acessar o Deskbell. Verifique sua conexão.',
  unknown: 'Algo deu errado. Tente de novo.',
  status: (status) =>
    status >= 500
      ? `Algo deu errado no servidor (${status}). Tente de novo daqui a pouco.`
      : `Não funcionou (${status}). Recarregue a página e tente de novo.`,
  crashed: 'Algo deu errado nesta tela',
  crashedHelp: 'Suas mensagens e rascunhos estão salvos. Recarregue a página para continuar.',
  reload: 'Recarregar',
  forbidden: 'Você não tem acesso',
  forbiddenHelp: 'Peça acesso a um proprietário ou administrador.',
  missing: 'Não há nenhuma página neste endereço',
  missingHelp: 'O endereço pode estar desatualizado ou o item foi removido.',
  toInbox: 'Ir para a caixa de entrada',
  offline: 'Você está offline',
  offlineHelp: 'Esta tela precisa de conexão. Ela será carregada assim que você voltar a ficar online.',
  old: 'Há uma nova versão. Recarregue para continuar.',
}

export const signIn: Words['signIn'] = {
  title: 'Entrar',
  email: 'E-mail',
  password: 'Senha',
  submit: 'Entrar',
  busy: 'Entrando…',
  wait: (time) => `Muitas tentativas. Aguarde ${time} e tente de novo.`,
  ended: 'Sua sessão foi encerrada. Entre para continuar de onde parou.',
  show: 'Mostrar senha',
  hide: 'Ocultar senha',
  forgot: 'Esqueceu a senha?',
  first: 'Primeiro acesso? O servidor exibiu o login do proprietário quando foi iniciado.',
}

export const nav: Words['nav'] = {
  label: 'Principal',
  inbox: 'Entrada',
  search: 'Buscar',
  live: 'Ao vivo',
  visitors: 'Visitantes',
  contacts: 'Contatos',
  tasks: 'Tarefas',
  tasksDue: (n) => `Tarefas a vencer hoje ou atrasadas: ${n}`,
  calls: 'Ligações',
  callsMissed: (n) => `Ligações perdidas: ${n}`,
  offlineAll: 'Mensagens offline',
  archive: 'Histórico',
  more: 'Mais',
  me: 'Seu perfil',
  settings: 'Configurações',
  menu: 'Seu menu',
  signOut: 'Sair',
  commandMenu: 'Menu de comandos',
  shortcuts: 'Atalhos do teclado',
  theme: 'Aparência',
  themes: { system: 'Sistema', light: 'Clara', dark: 'Escura' },
  presence: 'Disponibilidade',
  presences: { online: 'Online', away: 'Ausente' },
  presenceHelp: { online: 'Você recebe novos chats', away: 'Você não recebe novos chats' },
  unsent: 'Algumas mensagens ainda não foram enviadas',
  unsentHelp: (n) =>
    `${count(n, { one: 'mensagem aguarda', other: 'mensagens aguardam' })} o envio. Se você sair agora, o que não foi enviado será perdido.`,
  signOutAnyway: 'Sair mesmo assim',
}

export const connection: Words['connection'] = {
  connecting: 'Conectando…',
  lost: 'Reconectando…',
  lostHelp: 'As mensagens que você escrever serão enviadas quando a conexão voltar.',
  offline: 'Você está offline',
  offlineHelp: 'As mensagens que você escrever serão enviadas quando você voltar a ficar online.',
  retry: 'Tentar agora',
  back: 'Conexão restabelecida',
}

export const inbox: Words['inbox'] = {
  title: 'Caixa de entrada',
  views: { waiting: 'Na fila', mine: 'Meus', all: 'Todos', closed: 'Encerrados', snoozed: 'Adiados' },
  viewsLabel: 'Visualizações',
  list: (view) => `Chats: ${view}`,
  filter: 'Buscar nesta lista',
  filterHelp: 'Nome, e-mail, telefone, número, canal, etiqueta ou palavras de uma mensagem',
  clearFilter: 'Limpar busca',
  noMatch: 'Nenhum chat desta lista corresponde',
  noMatchHelp: 'A busca incluiu visitante, canal, etiqueta e todas as mensagens dos chats desta lista.',
  searchAll: 'Buscar em tudo',
  failedSearch: 'Não foi possível buscar',
  filters: 'Filtros',
  filtersSet: (n) => count(n, { one: 'filtro', other: 'filtros' }),
  noneFits: 'Nenhum chat corresponde aos filtros',
  noneFitsHelp: 'Um chat aparece aqui assim que corresponder.',
  clearFilters: 'Limpar filtros',
  empty: {
    waiting: ['Nenhum chat na fila', 'Novos chats aparecem aqui assim que os visitantes escrevem.'],
    mine: ['Você não tem chats', 'Responda a um chat da fila para assumi-lo.'],
    all: ['Nenhum chat aberto', 'Todos os chats abertos aparecem aqui.'],
    closed: ['Nenhum chat encerrado ainda', 'Os chats encerrados aparecem aqui.'],
    snoozed: [
      'Nenhum chat adiado',
      'Os chats que você adia ficam aqui até o horário definido ou até a próxima mensagem do visitante.',
    ],
  },
  anonymous: 'Visitante',
  visitor: (number) => `Visitante ${number}`,
  number: (number) => `#${number}`,
  you: 'Você',
  agent: 'Agente',
  bot: 'Bot',
  noText: 'Nenhuma mensagem ainda',
  unread: (n) => count(n, { one: 'mensagem não lida', other: 'mensagens não lidas' }),
  waitingFor: (time) => `aguardando há ${time}`,
  failed: (n) => count(n, { one: 'mensagem não foi entregue', other: 'mensagens não foram entregues' }),
  heldBy: (name) => `com ${isolate(name)}`,
  heldByYou: 'com você',
  department: (name) => `Departamento: ${isolate(name)}`,
  typing: 'está digitando…',
  failedLoad: 'Não foi possível carregar os chats',
  pick: 'Selecione um chat',
  pickHelp: 'Navegue com J e K, abra com Enter.',
  justNow: 'agora',
  count: (n, more) => `${n}${more ? '+' : ''}`,
  chats: (n, more) => `${n}${more ? '+' : ''} ${n === 1 && !more ? 'chat' : 'chats'}`,
  attach: 'Arquivo',
}

export const announce: Words['announce'] = {
  message: (name) => `Nova mensagem de ${isolate(name)}`,
  messages: (n, chats) =>
    `${count(n, { one: 'nova mensagem', other: 'novas mensagens' })} em ${count(chats, { one: 'chat', other: 'chats' })}`,
  waiting: (name) => `${isolate(name)} aguarda um agente`,
  waitingMany: (chats) => `${count(chats, { one: 'visitante aguarda', other: 'visitantes aguardam' })} um agente`,
  failure: (name) => `Uma mensagem para ${isolate(name)} não foi entregue`,
}
