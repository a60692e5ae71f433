import type { Words } from '../en.ts'
import { counting } from '../plural.ts'

const count = counting('pt')
const inTime = (seconds: number | undefined): string => {
  if (seconds === undefined) return 'daqui a pouco'
  return seconds > 90
    ? `em ${count(Math.ceil(seconds / 60), { one: 'minuto', other: 'minutos' })}`
    : `em ${count(seconds, { one: 'segundo', other: 'segundos' })}`
}
const notUnderstood = () => 'Algo deu errado. Recarregue a página e tente de novo.'

export const refusals: Words['refusals'] = {
  invalid_field: ({ field }) => field,
  invalid_json: notUnderstood,
  invalid_request: notUnderstood,
  invalid_frame: notUnderstood,
  bad_request: notUnderstood,
  wrong_type: notUnderstood,
  method_not_allowed: notUnderstood,
  idempotency_mismatch: () => 'Uma mensagem diferente já foi enviada com esta chave. Escreva a mensagem de novo.',
  text_too_long: () => 'Uma mensagem pode ter até 10.000 caracteres. Divida-a em partes.',
  wrong_password: () => 'Esta não é a sua senha atual.',
  wrong_credentials: () => 'E-mail ou senha incorretos. Confira os dois e tente de novo.',
  signed_out: () => 'Sua sessão foi encerrada. Entre de novo.',
  forbidden: () => 'Sua função não permite isto. Peça a um proprietário ou administrador.',
  reauthenticate: () => 'Confirme sua senha primeiro.',
  session_required: () => 'Para isto, é preciso entrar com a sua senha.',
  wrong_origin: () => 'Para fazer isto, abra o Deskbell no endereço dele.',
  not_found: () => 'Isto não existe mais ou você não tem acesso.',
  closed: () => 'O chat está encerrado. Quando o visitante escrever de novo, um novo chat será aberto.',
  taken: () => 'Este chat já é de outro agente.',
  not_yours: () => 'Nenhum agente aceitou este chat ainda. Aceite-o primeiro.',
  not_failed: () => 'Esta mensagem não falhou, então não há nada para enviar de novo.',
  blocked: () => 'Este visitante está bloqueado.',
  no_card: () => 'Este cartão não está mais disponível neste chat.',
  not_scheduled: () => 'Esta mensagem já foi enviada ou cancelada.',
  too_many_scheduled: () => 'No máximo 20 mensagens de um chat podem aguardar envio.',
  not_offered: () => 'O chat não é mais oferecido a você.',
  too_late: () => 'Você não está mais com este chat. Colegas podem ler sua mensagem nele; o visitante não a vê.',
  too_many_colleagues: () => 'No máximo 10 colegas podem participar de um chat.',
  call_over: () => 'A ligação terminou.',
  call_taken: () => 'Um colega já está com esta ligação.',
  call_elsewhere: () => 'Esta ligação não toca mais para você.',
  in_call: () => 'Você já está em uma ligação. Encerre-a primeiro.',
  client_in_call: () => 'Este cliente já está em uma ligação.',
  no_trunk: () =>
    'Para ligar para telefones, é preciso um tronco. Um proprietário ou administrador o configura nas configurações de ligações.',
  trunk_not_ready: () =>
    'A operadora não está acessível agora. Proprietários e administradores veem o motivo nas configurações de ligações.',
  no_media_engine: () =>
    'Para ligar para telefones, é preciso o rtpengine no servidor: apt install rtpengine-daemon. Avise quem administra o servidor.',
  called_too_often: () =>
    'Este número já foi chamado tantas vezes quanto as configurações de ligações permitem em 24 horas.',
  no_visitor: () => 'Este contato ainda não escreveu. Você poderá ligar quando ele escrever.',
  not_in_call: () => 'Você não está nesta ligação.',
  not_talking: () => 'Primeiro os dois lados precisam estar conectados.',
  colleague_asked: () => 'Um colega já está sendo chamado. Espere ou cancele o pedido.',
  colleague_away: () => 'Este colega não está online ou está em outra ligação.',
  recording_erased: () => 'A gravação foi apagada.',
  no_own_phone: () =>
    'Informe no seu perfil um número de telefone que possa receber chamadas: com o código do país, ou um ramal da central.',
  no_third: () =>
    'Numa ligação com um telefone, uma terceira pessoa só pode entrar se ambos falarem num navegador. Transfira a ligação.',
  test_runs: () => 'Já há uma ligação de teste em andamento. Encerre-a ou espere um minuto.',
  phone_only: () =>
    'As ligações desta conta vão para os telefones dos próprios agentes. Escolha o seu nas configurações das ligações, atenda e pressione 1. Peça apenas a colegas que as atendem no seu.',
  other_carrier: () => 'As chamadas já vão por outro caminho: remova primeiro o tronco ou o provedor.',
  calls_live: () => 'Há chamadas em andamento pelo provedor. Espere que terminem.',
  email_taken: () => 'Outro agente já entra com este e-mail.',
  too_many_invitations: () => 'Já existem 200 convites. Revogue alguns primeiro.',
  link_ended: () => 'Este link já foi usado, foi revogado ou é antigo demais. Peça um novo.',
  name_taken: () => 'Este nome já está em uso.',
  changed_meanwhile: () =>
    'Outra pessoa alterou isto entretanto. O estado atual é mostrado: faça a sua alteração novamente.',
  last_owner: () => 'Uma conta precisa de um proprietário. Torne outro agente proprietário primeiro.',
  not_replayable: () => 'Só entregas concluídas cujo destinatário ainda tem endereço podem ser enviadas de novo.',
  too_many_tags: () => 'Um chat tem no máximo 20 etiquetas, e a lista, no máximo 200. Remova uma primeiro.',
  too_many: () => 'Você pode acompanhar até 50 chats ao mesmo tempo.',
  files_full: () => 'Seu espaço para arquivos está cheio. Você ainda pode enviar mensagens sem arquivos.',
  disk_full: () =>
    'O servidor está quase sem espaço em disco, por isso não é possível enviar arquivos. Você ainda pode enviar mensagens sem arquivos.',
  too_large: () => 'Este arquivo é grande demais. O limite é 25 MB.',
  rate_limited: ({ seconds }) => `Muitas solicitações de uma vez. Tente de novo ${inTime(seconds)}.`,
  busy: ({ seconds }) => `Muitos arquivos estão sendo enviados agora. Tente de novo ${inTime(seconds)}.`,
  unavailable: ({ seconds }) => `Isto não é possível agora. Tente de novo ${inTime(seconds)}.`,
  fault: () =>
    'Algo deu errado do nosso lado. Tente de novo; se continuar acontecendo, avise quem administra este servidor.',
}
