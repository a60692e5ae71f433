import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { counting } from '../plural.ts'

const count = counting('pt')

export const entry: LaterWords['start']['entry'] = {
  invitation: 'Junte-se aos seus colegas',
  invitedTo: (by, company) =>
    `${isolate(by)} convida você para atender ${company === '' ? 'chats' : `os chats de ${isolate(company)}`}.`,
  email: 'E-mail',
  emailHelp: 'Você entra com este endereço.',
  name: 'Seu nome',
  nameHelp: 'Os visitantes o veem ao lado das suas respostas.',
  password: 'Senha',
  passwordHelp: 'No mínimo 10 caracteres.',
  join: 'Participar',
  newPassword: 'Definir uma nova senha',
  newPasswordFor: (name, company) =>
    company === '' ? `Para ${isolate(name)}.` : `Para ${isolate(name)}, de ${isolate(company)}.`,
  newPasswordHelp:
    'No mínimo 10 caracteres. Suas outras sessões serão encerradas, e seus tokens de API deixarão de valer.',
  setPassword: 'Definir senha e entrar',
  ended: 'Este link não funciona mais',
  endedHelp: 'Ele já foi usado, foi revogado ou é antigo demais.',
  endedInvitation: 'Peça um novo ao colega que convidou você.',
  endedPassword: 'Peça um novo link na tela de login.',
  toSignIn: 'Ir para o login',
  failed: 'Não foi possível verificar o link',
  forgotTitle: 'Esqueceu a senha?',
  forgotHelp:
    'Informe seu e-mail. Se houver um agente com este endereço, enviaremos um link para definir uma nova senha.',
  forgotSend: 'Enviar link',
  forgotSent: (email) =>
    `Se ${isolate(email)} pertence a um agente, um link está a caminho. Ele funciona uma vez, por uma hora. Nenhum e-mail depois de alguns minutos? Procure na pasta de spam e confira o endereço.`,
  forgotNoMail:
    'Este servidor não envia e-mails. Peça a um proprietário ou administrador: em Equipe, ele pode gerar um link para você definir uma nova senha.',
  back: 'Voltar ao login',
}

export const invite: LaterWords['start']['invite'] = {
  invite: 'Convidar colega',
  title: 'Convidar um colega',
  help: 'A pessoa recebe um link, com o qual define o nome e a senha.',
  email: 'E-mail',
  role: 'Função',
  channels: 'Canais',
  channelsHelp: 'O colega atende os chats destes canais. Proprietários e administradores veem todos os chats.',
  noChannels: 'Ainda não há canais. Você pode atribuir o colega depois.',
  noneChosen: 'Sem um canal, o colega não vê nenhum chat.',
  departments: 'Departamentos',
  make: 'Criar link',
  send: 'Enviar convite',
  sentTitle: 'Convite enviado',
  sent: (email) => `${isolate(email)} recebe um e-mail com um link. Ele funciona uma vez, por 7 dias.`,
  linkTitle: 'Passe este link ao seu colega',
  linkHelp: (email) =>
    `Este servidor não envia e-mails, então passe você o link a ${isolate(email)}. Ele funciona uma vez, por 7 dias, e só é exibido agora.`,
  link: 'Link do convite',
  copy: 'Copiar link',
  done: 'Concluir',
  list: 'Convites',
  listHelp: 'Colegas que ainda não entraram na equipe.',
  invitedBy: (by, when) => (by === '' ? `Validade: ${when}` : `Convite de ${isolate(by)} · validade: ${when}`),
  expired: 'Expirado',
  assigned: (channels, departments) =>
    [
      channels > 0 && count(channels, { one: 'canal', other: 'canais' }),
      departments > 0 && count(departments, { one: 'departamento', other: 'departamentos' }),
    ]
      .filter(Boolean)
      .join(' · '),
  failedLoad: 'Não foi possível carregar os convites',
  actions: (email) => `Ações para o convite de ${isolate(email)}`,
  again: 'Enviar de novo',
  newLink: 'Novo link',
  revoke: 'Revogar',
  revokeTitle: (email) => `Revogar o convite de ${isolate(email)}?`,
  revokeHelp: 'O link deixa de funcionar na hora.',
  reset: 'Link para redefinir a senha',
  resetTitle: (name) => `Nova senha para ${isolate(name)}?`,
  resetMail: (name) =>
    `${isolate(name)} recebe um e-mail com um link para definir uma nova senha. Ele funciona uma vez, por uma hora.`,
  resetAsk: (name) =>
    `O Deskbell cria um link para definir uma nova senha, e você o passa a ${isolate(name)}. Ele funciona uma vez, por uma hora.`,
  resetSend: 'Enviar link',
  resetSent: 'O e-mail está a caminho.',
  resetLink: 'Link para definir uma nova senha',
  resetShown: 'Só é exibido agora. Não o passe a mais ninguém.',
}

export const company: LaterWords['start']['company'] = {
  title: 'Empresa',
  help: 'Os visitantes leem o nome quando um widget não tem título próprio e nos e-mails.',
  name: 'Nome',
  nameHelp: 'Sem um nome, os visitantes leem “Chat” no idioma deles.',
  timeZone: 'Fuso horário',
  timeZoneHelp: 'Dos horários nos e-mails. O horário de atendimento tem seu próprio fuso em cada canal.',
  logoAlt: 'Logotipo da empresa',
  logoNone: 'Sem logotipo',
  logoChoose: 'Escolher logotipo',
  logoChange: 'Trocar logotipo',
  logoRemove: 'Remover',
  logoHelp: 'No cabeçalho dos widgets e nas páginas de convites. PNG, JPEG, GIF ou WebP.',
}

export const onChannels: LaterWords['start']['onChannels'] = {
  none: 'Em nenhum canal: este agente não recebe chats.',
  title: (name) => `Canais de ${isolate(name)}`,
  legend: 'Canais',
  help: 'O agente recebe os chats destes canais.',
  yours: 'Você ainda não está em nenhum canal',
  yoursHelp: 'Nenhum chat chega a você. Peça a um proprietário ou administrador para incluir você em um canal.',
  others: (names) => `${names}: em nenhum canal, por isso nenhum chat chega.`,
  choose: 'Escolher canais',
}
