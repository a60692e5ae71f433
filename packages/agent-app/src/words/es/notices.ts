import { isolate } from '../isolate.ts'

/** The notifications of alerts. The service worker shows them, too, so this file has nothing else. */
export const notices = {
  numbered: (number: string) => (number ? `Visitante ${number}` : 'Un visitante'),
  notice: {
    waiting: (name: string) => ({
      title: `${isolate(name)} está esperando`,
      body: 'Aún no ha respondido ningún agente.',
    }),
    message: (name: string) => ({ title: `${isolate(name)} le ha escrito`, body: 'Abra el chat para responder.' }),
    handed: (name: string) => ({ title: 'Le han transferido un chat', body: `El chat con ${isolate(name)}.` }),
    woken: (name: string) => ({ title: 'Un chat pospuesto ha vuelto', body: `El chat con ${isolate(name)}.` }),
    offered: (name: string) => ({ title: 'Le ofrecen un chat', body: `El chat con ${isolate(name)}.` }),
    asked: (name: string) => ({ title: 'Le piden que participe en un chat', body: `El chat con ${isolate(name)}.` }),
    returned: (name: string) => ({ title: 'Un chat se queda con usted', body: `El chat con ${isolate(name)}.` }),
    unattended: (name: string) => ({
      title: 'Un chat está sin atender',
      body: `Nadie en línea puede responder a ${isolate(name)}.`,
    }),
    mention: (name: string) => ({ title: 'Un compañero le ha mencionado', body: `En el chat con ${isolate(name)}.` }),
    task: (name: string, text: string) => ({ title: `Vence una tarea: ${isolate(name)}`, body: isolate(text) }),
    assigned: (name: string, text: string) => ({ title: `Tarea para usted: ${isolate(name)}`, body: isolate(text) }),
    call: (name: string, text: string) => ({ title: `Llama ${isolate(name)}`, body: `${isolate(text)} ·` }),
    callback: (name: string, text: string) => ({
      title: `${isolate(name)} pide que le llamen`,
      body: `${isolate(text)} ·`,
    }),
    call_over: () => ({ title: 'La llamada ya no suena', body: '' }),
    missed_call: (name: string) => ({
      title: `Llamada perdida de ${isolate(name)}`,
      body: 'Ningún agente la atendió.',
    }),
    test: () => ({ title: 'Las notificaciones llegan a este dispositivo', body: 'Esto era una prueba.' }),
  },
}
