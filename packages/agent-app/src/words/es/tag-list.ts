import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'

export const tagList: LaterWords['tags'] = {
  title: 'Etiquetas',
  help: 'Etiquetas para los chats. Solo las ve su equipo.',
  readOnly: 'Los propietarios y administradores cambian la lista.',
  empty: 'Aún no hay etiquetas',
  emptyHelp:
    'Las etiquetas ordenan los chats por tema, como «Reembolso» o «VIP», y permiten encontrarlos en el historial.',
  failedLoad: 'No se han podido cargar las etiquetas',
  add: 'Añadir etiqueta',
  edit: (name) => `Cambiar ${isolate(name)}`,
  change: 'Cambiar',
  remove: 'Quitar',
  actions: (name) => `Acciones para ${isolate(name)}`,
  name: 'Nombre',
  nameHelp: 'Como máximo 40 caracteres.',
  colour: 'Color',
  colours: {
    grey: 'Gris',
    red: 'Rojo',
    orange: 'Naranja',
    yellow: 'Amarillo',
    green: 'Verde',
    teal: 'Turquesa',
    blue: 'Azul',
    purple: 'Morado',
    pink: 'Rosa',
  },
  removeTitle: (name) => `¿Quitar la etiqueta ${isolate(name)}?`,
  removeHelp: 'Los chats dejan de mostrarla y ya no se puede buscar. Esta acción no se puede deshacer.',
  find: 'Buscar una etiqueta',
  create: (name) => `Crear «${isolate(name)}»`,
  none: 'Ninguna etiqueta tiene este nombre.',
  noneYet: 'Aún no hay etiquetas. Un propietario o administrador las añade en los ajustes.',
  filter: 'Etiqueta',
  any: 'Cualquier etiqueta',
}
