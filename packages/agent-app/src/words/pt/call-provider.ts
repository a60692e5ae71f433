import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const callProvider: LaterWords['callProvider'] = {
  help: 'Uma empresa que conecta ligações entre telefones. Não precisa de tronco nem de rtpengine.',
  failedLoad: 'Não foi possível carregar o provedor',
  noneHelp:
    'Digite a sua conta na Twilio, ou em outro provedor com a mesma interface REST. O servidor pergunta a ele na hora.',
  states: {
    none: 'Não configurado',
    asking: 'Perguntando',
    ok: 'Aceita ligações',
    refused: 'Recusado',
    unreachable: 'Sem resposta',
  },
  says: {
    asking: (host) => `O servidor pergunta a ${isolate(host)}.`,
    ok: (host) => `${isolate(host)} aceita a conta e o seu token.`,
    refused: (host) => `${isolate(host)} não aceita o Account SID ou o Auth Token.`,
    unreachable: (host) => `O servidor não recebe de ${isolate(host)} nenhuma resposta que possa usar.`,
  },
  said: 'O provedor disse',
  refusedHelp: 'Compare os dois com o console do provedor e salve de novo. A conta também pode estar suspensa.',
  unreachableHelp:
    'Compare o endereço da interface REST. O firewall precisa deixar o servidor passar. O servidor pergunta de novo a cada meio minuto.',
  phones: 'As ligações por um provedor tocam só nos telefones dos próprios agentes, não em navegadores.',
  phonesHow: (section) =>
    `Cada agente digita no perfil um número de telefone com o código do país e escolhe em “${section}” que as ligações toquem ali.`,
  choose: 'Escolher onde tocam as suas ligações',
  notYours:
    'Elas não tocam para você: você escolheu o navegador, ou o seu perfil não tem um número para o qual se possa ligar.',
  incomingHelp: 'Os clientes ligam para o seu número no provedor.',
  enterAddress: (number) =>
    `Digite este endereço no provedor para ${isolate(number)}, para as ligações recebidas e para as mudanças do estado delas, ambas com HTTP POST.`,
  copy: 'Copiar o endereço',
  mustReach: 'O provedor precisa alcançá-lo pela internet. O operador deste servidor o define com PUBLIC_URL.',
  noChannel: 'Estas ligações não são atendidas até que se escolha um canal para elas.',
  toChannel: 'Escolher um canal',
  title: 'Conta',
  titleHelp: 'O console do provedor mostra todos estes dados.',
  accountSid: 'Account SID',
  accountSidHelp: 'Na Twilio, começa com AC.',
  token: 'Auth Token',
  tokenHelp: 'Guardado cifrado e nunca mais mostrado.',
  unchanged: 'fica como está',
  show: 'Mostrar o token',
  hide: 'Ocultar o token',
  number: 'Número',
  numberHelp: 'Um número desta conta, com o código do país. As ligações saem dele, e os clientes ligam para ele.',
  url: 'Endereço da interface REST',
  urlHelp: 'Só se não for o da Twilio.',
  setUp: 'Configurar o provedor',
  remove: 'Remover o provedor',
  removeHelp:
    'Não se pode ligar para telefones até haver outro provedor ou um tronco. Remova também no provedor o endereço deste servidor.',
  removeAsk: 'Remover o provedor?',
  hasTrunk: (host) => `As ligações vão pelo tronco ${isolate(host)}`,
  hasTrunkHelp:
    'Uma conta tem um tronco ou um provedor. Para usar um provedor, remova primeiro o tronco. Depois volte aqui.',
  hasProvider: (host) => `As ligações vão pelo provedor ${isolate(host)}`,
  hasProviderHelp:
    'Uma conta tem um tronco ou um provedor. Para usar um tronco, remova primeiro o provedor. Depois volte aqui.',
}
