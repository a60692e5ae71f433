import type { LaterWords } from '../part.ts'

export const checklist: LaterWords['checklist'] = {
  title: 'Primeiros passos',
  help: 'O Deskbell marca cada passo assim que vê que ele foi feito.',
  progress: (done, all) => `${done} de ${all} concluídos`,
  done: 'concluído',
  open: 'ainda não feito',
  optional: 'opcional',
  hide: 'Ocultar esta lista',
  hidden: 'A lista está oculta na sua caixa de entrada.',
  show: 'Mostrar na caixa de entrada',
  complete: 'Está tudo configurado. Você encontra esta lista de novo nas configurações.',
  failedLoad: 'Não foi possível carregar a lista',
  steps: {
    company: [
      'Dê um nome à sua empresa',
      'Os visitantes leem o nome no widget; os colegas, no convite.',
      'Informar o nome',
    ],
    try: [
      'Experimente como visitante',
      'Escreva uma mensagem no widget. Ela chega aqui como a de um visitante.',
      'Abrir o widget',
    ],
    install: ['Coloque o widget no seu site', 'Uma linha de HTML em cada página.', 'Mostrar a linha'],
    colleagues: ['Convide seus colegas', 'Eles mesmos definem o nome e a senha.', 'Convidar'],
    alerts: [
      'Ative os alertas',
      'Som e notificações avisam que um visitante aguarda, mesmo com o Deskbell fechado.',
      'Configurar alertas',
    ],
    messenger: ['Conecte um mensageiro', 'Responda às pessoas que escrevem no Telegram.', 'Adicionar canal'],
    bot: ['Conecte um bot', 'Ele responde primeiro e chama um agente quando necessário.', 'Adicionar bot'],
    crm: [
      'Conecte seu CRM',
      'Os webhooks o informam sobre cada chat, e os cartões dele aparecem ao lado dos chats.',
      'Adicionar webhook',
    ],
  },
}
