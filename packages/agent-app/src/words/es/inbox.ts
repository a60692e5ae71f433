import type { Words } from '../en.ts'
import { isolate } from '../isolate.ts'
import { count } from './grammar.ts'
import { listing } from '../listing.ts'

export const list: Words['list'] = {
  draft: 'Borrador',
  draftHelp: 'Tiene un borrador sin enviar en este chat.',
  said: (author) => `${author}:`,
  channel: (name) => `Canal: ${isolate(name)}`,
  tags: (names) => `Etiquetas: ${names.map(isolate).join(', ')}`,
  moreTags: (n) => `+${n}`,
  density: 'Filas de la bandeja',
  densities: { comfortable: 'Cómodas', compact: 'Compactas' },
}

export const inbox: Words['inbox'] = {
  title: 'Bandeja de entrada',
  views: { waiting: 'En espera', mine: 'Míos', all: 'Todos', closed: 'Cerrados', snoozed: 'Pospuestos' },
  viewsLabel: 'Vistas',
  list: (view) => `Chats: ${view}`,
  filter: 'Buscar en esta lista',
  filterHelp: 'Nombre, correo, teléfono, número, canal, etiqueta o palabras de un mensaje',
  clearFilter: 'Borrar búsqueda',
  noMatch: 'Ningún chat de esta lista coincide',
  noMatchHelp: 'Se ha buscado en esta lista por visitante, canal, etiqueta y todos los mensajes.',
  searchAll: 'Buscar en todo',
  failedSearch: 'No se ha podido buscar',
  filters: 'Filtros',
  filtersSet: (n) => count(n, 'filtro', 'filtros'),
  noneFits: 'Ningún chat cumple los filtros',
  noneFitsHelp: 'Un chat aparece aquí en cuanto los cumple.',
  clearFilters: 'Borrar filtros',
  empty: {
    waiting: ['No hay chats en espera', 'Los chats nuevos aparecen aquí en cuanto escriben los visitantes.'],
    mine: ['No tiene chats', 'Responda a un chat en espera para atenderlo.'],
    all: ['No hay chats abiertos', 'Aquí aparecen todos los chats abiertos.'],
    closed: ['Aún no hay chats cerrados', 'Aquí aparecen los chats cerrados.'],
    snoozed: [
      'No hay chats pospuestos',
      'Los chats que posponga esperan aquí hasta su hora o hasta el próximo mensaje del visitante.',
    ],
  },
  anonymous: 'Un visitante',
  visitor: (number) => `Visitante ${number}`,
  number: (number) => `#${number}`,
  you: 'Usted',
  agent: 'Agente',
  bot: 'Bot',
  noText: 'Aún no hay mensajes',
  unread: (n) => count(n, 'mensaje sin leer', 'mensajes sin leer'),
  waitingFor: (time) => `espera desde hace ${time}`,
  failed: (n) => count(n, 'mensaje no se ha entregado', 'mensajes no se han entregado'),
  heldBy: (name) => `con ${isolate(name)}`,
  heldByYou: 'con usted',
  department: (name) => `Departamento: ${isolate(name)}`,
  typing: 'está escribiendo…',
  failedLoad: 'No se han podido cargar los chats',
  pick: 'Seleccione un chat',
  pickHelp: 'Muévase con J y K, abra con Intro.',
  justNow: 'ahora',
  count: (n, more) => `${n}${more ? '+' : ''}`,
  chats: (n, more) => `${n}${more ? '+' : ''} ${n === 1 && !more ? 'chat' : 'chats'}`,
  attach: 'Archivo',
}

export const closing: Words['closing'] = {
  closed: (name) => `Chat con ${isolate(name)} cerrado`,
  undo: 'Deshacer',
  undoKey: 'Pulse Z para deshacer.',
  wrote: (name) => `${isolate(name)} ha escrito, por lo que el chat sigue abierto`,
  wentOn: (name) => `El chat con ${isolate(name)} sigue abierto`,
  notClosed: (name) => `No se ha podido cerrar el chat con ${isolate(name)}`,
  notUndone: (name) => `No se ha podido deshacer el cierre del chat con ${isolate(name)}`,
  open: 'Abrir',
  dismiss: 'Descartar',
  notices: 'Avisos',
  keptYou: 'Usted ha dejado el chat abierto',
  kept: (name) => `${isolate(name)} ha dejado el chat abierto`,
  keptByVisitor: 'El visitante ha escrito mientras se cerraba el chat, por lo que sigue abierto',
}

const names = listing('es')
/** So many are named; of more, the others are counted. */
const NAMED = 2
const named = (agents: readonly string[]): string =>
  agents.length <= NAMED + 1
    ? names.format(agents.map(isolate))
    : `${agents.slice(0, NAMED).map(isolate).join(', ')} y ${agents.length - NAMED} más`

export const looking: Words['looking'] = {
  viewing: (agents) => `${named(agents)} ${agents.length === 1 ? 'está' : 'están'} viendo el chat`,
  writing: (name) => `${isolate(name)} está escribiendo una respuesta`,
  noting: (name) => `${isolate(name)} está escribiendo una nota`,
}
