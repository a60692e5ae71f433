import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { notices } from './notices.ts'

export const alerts: LaterWords['alerts'] = {
  help: 'Como você é avisado de uma mensagem.',
  failedLoad: 'Não foi possível carregar suas configurações de alertas',
  means: 'Como você é alertado',
  rows: {
    sound: ['Som', 'Toca no aplicativo aberto.'],
    badge: ['Número na aba', 'A aba e o ícone do aplicativo mostram quantas mensagens não foram lidas.'],
    browser: ['Notificação', 'Aparece enquanto o Deskbell está aberto, mas atrás de outras janelas.'],
    push: [
      'Notificação com o aplicativo fechado',
      'Chega por web push aos dispositivos abaixo, mesmo quando o Deskbell está fechado.',
    ],
    mail: ['E-mail', 'Enviado só quando um alerta não foi visto em nenhum dispositivo em 30 segundos.'],
  },
  noMail: 'Este servidor ainda não envia e-mails: quem o administra define SMTP_URL.',
  tone: 'Som',
  tones: { chime: 'Carrilhão', bell: 'Sino', knock: 'Batida', drop: 'Gota' },
  play: 'Tocar',
  silent:
    'Seu navegador não tocou nada. Clique em qualquer lugar da página e tente de novo, e verifique o volume do dispositivo.',
  quiet: 'Horário de silêncio',
  quietHelp: 'Você não é alertado nesses horários. Os alertas vão para os seus colegas.',
  quietSwitch: 'Usar horário de silêncio',
  quietFrom: 'De',
  quietTo: 'Até',
  quietDays: 'Com início em',
  quietEmpty: 'Escolha pelo menos um dia e dois horários diferentes.',
  timeZone: 'Fuso horário',
  devices: 'Dispositivos',
  devicesHelp: 'Cada navegador em que você usa o Deskbell. O último que você usou é alertado primeiro.',
  devicesEmpty: 'Este navegador ainda não foi adicionado.',
  thisDevice: 'este dispositivo',
  lastUsed: (when) => `último uso: ${when}`,
  allow: 'Ativar notificações aqui',
  denied:
    'As notificações do Deskbell estão bloqueadas neste navegador. Clique no ícone ao lado do endereço, permita as notificações e recarregue a página. No celular, verifique também as configurações do sistema.',
  unsupported:
    'Este navegador não mostra notificações. Em um iPhone ou iPad, adicione primeiro o Deskbell à tela de início e abra-o por lá.',
  states: {
    push: 'Alertado mesmo com o Deskbell fechado',
    open: 'Alertado enquanto o Deskbell está aberto',
    soundOnly: 'Só som: as notificações não estão ativadas',
    denied: 'As notificações estão bloqueadas neste navegador',
    failing: (why) => `O último alerta falhou: ${isolate(why)}`,
  },
  test: 'Testar',
  testOf: (name) => `Testar ${isolate(name)}`,
  removeDevice: (name) => `Remover ${isolate(name)}`,
  steps: { sent: 'Enviado', accepted: 'Aceito pelo serviço de push', shown: 'Exibido', opened: 'Aberto' },
  notOpened: 'Os alertas chegam a este dispositivo. Clique na notificação para ver se ela também abre o Deskbell.',
  advice: (isHere) => ({
    sent: 'O servidor ainda não o enviou. Verifique se o servidor pode se conectar ao serviço de push do navegador.',
    accepted: 'O serviço de push ainda não o aceitou. O servidor tenta de novo.',
    shown: isHere
      ? 'Nada foi exibido. Verifique se as notificações deste navegador são permitidas no sistema, se não há um modo de foco ou “não perturbe” ativado e se o som não está desligado.'
      : 'Nada foi exibido ainda. O dispositivo está ligado e conectado, e as notificações do navegador dele são permitidas?',
  }),
  log: 'Últimos alertas',
  logHelp: 'O que aconteceu com cada alerta para você nos últimos 30 dias.',
  logEmpty: 'Nenhum alerta ainda.',
  causes: {
    waiting: 'Um visitante está aguardando',
    message: 'Um visitante escreveu para você',
    handed: 'Um chat foi transferido para você',
    woken: 'Um chat adiado voltou',
    mention: 'Um colega mencionou você',
    test: 'Teste',
  },
  chat: (id) => `Chat ${id}`,
  by: { open: 'No aplicativo aberto', push: 'Web push', mail: 'E-mail' },
  mailed: 'Entregue ao servidor de e-mail',
  decided: 'Ainda não enviado',
  failed: (why) => `Falhou: ${isolate(why)}`,
  ...notices,
}
