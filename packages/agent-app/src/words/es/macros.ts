import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count } from './grammar.ts'

const span = (minutes: number): string => {
  if (minutes % 1440 === 0) return count(minutes / 1440, 'día', 'días')
  return minutes % 60 === 0 ? count(minutes / 60, 'hora', 'horas') : count(minutes, 'minuto', 'minutos')
}

export const macros: LaterWords['macros'] = {
  title: 'Macros',
  help: 'Varios pasos a la vez en un chat. Pulse M en un chat o escriba / en un mensaje vacío.',
  add: 'Nueva macro',
  edit: (title) => `Editar «${isolate(title)}»`,
  remove: 'Quitar',
  removeTitle: (title) => `¿Quitar «${isolate(title)}»?`,
  removeHelp: 'Lo que ha hecho en los chats permanece.',
  sharedList: 'Compartidas con todos los agentes',
  own: 'Solo suyas',
  shared: 'Compartida',
  sharedHelp: 'Todos los agentes pueden ejecutarla.',
  empty: 'Aún no hay macros',
  emptyHelp: 'Guarde lo que hace una y otra vez, como: agradecer, etiquetar, cerrar. Después, ejecútelo con una tecla.',
  failedLoad: 'No se han podido cargar las macros',
  fields: { title: 'Título', shortcut: 'Atajo' },
  shortcutHelp: 'Se escribe después de / para encontrarla: letras, cifras, - y _.',
  steps: 'Pasos',
  stepsHelp: 'Se realizan en este orden: todos o ninguno.',
  noSteps: 'Añada el primer paso.',
  addStep: 'Añadir un paso',
  step: (n, name) => `Paso ${n}: ${name}`,
  up: (n) => `Subir el paso ${n}`,
  down: (n) => `Bajar el paso ${n}`,
  removeStep: (n) => `Quitar el paso ${n}`,
  moved: (n) => `Ahora es el paso ${n}`,
  names: {
    accept: 'Aceptar el chat',
    send: 'Enviar un mensaje',
    note: 'Escribir una nota',
    tag: 'Cambiar etiquetas',
    'hand-over': 'Transferir',
    snooze: 'Posponer',
    close: 'Cerrar el chat',
  },
  text: 'Texto',
  insert: 'Insertar una variable…',
  addTags: 'Añadir',
  removeTags: 'Quitar',
  noTags: 'Aún no hay etiquetas.',
  to: 'A',
  agents: 'Compañeros',
  departments: 'Departamentos',
  choose: 'Elegir…',
  goneReceiver: 'Ya no existe',
  until: 'Hasta',
  inTime: (minutes) => `dentro de ${span(minutes)}`,
  visitorWrites: 'el próximo mensaje del visitante',
  preview: 'En el chat de un visitante',
  does: {
    accept: 'Acepta el chat, si no lo tiene ningún agente',
    send: 'Envía',
    note: 'Escribe una nota interna',
    addsTags: (names) => `Añade ${names}`,
    removesTags: (names) => `Quita ${names}`,
    handsTo: (name) => `Transfiere el chat a: ${isolate(name)}`,
    handsToGone: 'Transfiere el chat a un agente o departamento que ya no existe',
    snoozes: (minutes) =>
      minutes === null
        ? 'Pospone el chat hasta el próximo mensaje del visitante'
        : `Pospone el chat durante ${span(minutes)}`,
    closes: 'Cierra el chat',
  },
  goneTag: 'una etiqueta eliminada',
  run: 'Ejecutar una macro',
  search: 'Buscar una macro',
  none: 'Ninguna macro coincide',
  ran: (title) => `«${isolate(title)}» se ha ejecutado`,
  failed: (title) => `«${isolate(title)}» no ha cambiado nada.`,
  failedAt: (n, name) => `Paso ${n} (${name}):`,
  dismiss: 'Descartar',
  pickHelp: 'Intro la ejecuta, Esc cierra',
  manage: 'Editar macros',
}
