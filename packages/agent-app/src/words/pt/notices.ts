import type { Notices } from '../en/notices.ts'
import { isolate } from '../isolate.ts'

export const notices: Notices = {
  numbered: (number) => (number ? `Visitante ${number}` : 'Um visitante'),
  notice: {
    waiting: (name) => ({ title: `${isolate(name)} está aguardando`, body: 'Nenhum agente respondeu ainda.' }),
    message: (name) => ({ title: `${isolate(name)} escreveu para você`, body: 'Abra o chat para responder.' }),
    handed: (name) => ({ title: 'Um chat foi transferido para você', body: `O chat com ${isolate(name)}.` }),
    woken: (name) => ({ title: 'Um chat adiado voltou', body: `O chat com ${isolate(name)}.` }),
    offered: (name) => ({ title: 'Um chat foi oferecido a você', body: `O chat com ${isolate(name)}.` }),
    asked: (name) => ({ title: 'Pedem que você participe de um chat', body: `O chat com ${isolate(name)}.` }),
    returned: (name) => ({ title: 'Um chat continua com você', body: `O chat com ${isolate(name)}.` }),
    unattended: (name) => ({
      title: 'Um chat está sem atenção',
      body: `Ninguém online pode responder a ${isolate(name)}.`,
    }),
    mention: (name) => ({ title: 'Um colega mencionou você', body: `No chat com ${isolate(name)}.` }),
    task: (name, text) => ({ title: `Tarefa vence agora: ${isolate(name)}`, body: isolate(text) }),
    assigned: (name, text) => ({ title: `Uma tarefa para você: ${isolate(name)}`, body: isolate(text) }),
    call: (name, text) => ({ title: `${isolate(name)} está ligando`, body: `${isolate(text)} ·` }),
    callback: (name, text) => ({ title: `${isolate(name)} pede uma ligação`, body: `${isolate(text)} ·` }),
    call_over: () => ({ title: 'A ligação não está mais tocando', body: '' }),
    missed_call: (name) => ({ title: `Ligação perdida de ${isolate(name)}`, body: 'Nenhum agente atendeu.' }),
    test: () => ({ title: 'Os alertas chegam a este dispositivo', body: 'Isto foi um teste.' }),
  },
}
