import type { MailWords } from './mail-words.ts'

/** Portuguese. */
export const words: MailWords = {
  dir: 'ltr',
  visitor: (number) => `Visitante ${number}`,
  invitation: {
    subject: (by, company) => `${by} convidou você para ${company}`,
    lines: (by, company) => [
      `${by} convidou você para responder aos chats de ${company} no Deskbell.`,
      'Siga o link para definir seu nome e sua senha.',
    ],
    open: 'Aceitar o convite',
  },
  password: {
    subject: (company) => `Defina uma nova senha para ${company}`,
    asked: (company) => `Você, ou outra pessoa, pediu uma nova senha em ${company}.`,
    made: (by, company) => `${by} criou este link para que você possa definir uma nova senha em ${company}.`,
    follow: 'Siga o link para defini-la. Se você não pediu isso, ignore este e-mail: sua senha continua a mesma.',
    open: 'Definir uma nova senha',
  },
  linkEnds: (until) => `O link pode ser usado uma vez, até ${until}. Não o encaminhe: ele dá acesso.`,
  alert: {
    waiting: (who) => `${who} está aguardando`,
    message: (who) => `${who} escreveu para você`,
    handed: 'Um chat foi transferido para você',
    woken: 'Um chat adiado voltou',
    mention: 'Um colega mencionou você',
    inChannel: (subject, channel) => `${subject} (${channel}).`,
    why: 'Nenhum dos seus dispositivos mostrou o alerta a tempo. Você pode mudar nas configurações como recebe alertas.',
    open: 'Abrir o chat',
  },
  webhook: {
    disabled: (name) => `O webhook “${name}” foi desativado`,
    failing: (name) => `O webhook “${name}” está falhando`,
    sentence: (subject) => `${subject}.`,
    why: (reason) => `Motivo: ${reason}.`,
    disabledHelp:
      'Nada é enviado para ele até que um proprietário ou administrador o ative. Os eventos perdidos poderão então ser enviados por 30 dias.',
    failingHelp:
      'O Deskbell tenta de novo em intervalos crescentes e desativa o webhook após cinco dias. Os eventos perdidos podem ser reenviados por 30 dias.',
    open: 'Abrir o webhook',
  },
  log: {
    subject: (chat, who) => `Chat ${chat} com ${who}`,
    visitor: 'Visitante',
    numbered: (who, number) => `${who} (número ${number})`,
    email: 'E-mail',
    phone: 'Telefone',
    about: 'Descrição',
    channel: 'Canal',
    agents: 'Agentes',
    began: 'Início',
    ended: 'Fim',
    rating: 'Avaliação',
    ratings: { positive: 'boa', negative: 'não boa' },
    blocked: 'Bloqueado',
    isBlocked: 'sim: este visitante não pode escrever',
    open: 'Abrir o chat',
  },
}
