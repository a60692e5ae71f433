import { isolate } from '../isolate.ts'
import type { LaterWords } from '../part.ts'
import { count } from './grammar.ts'

export const hours: LaterWords['hours'] = {
  help: 'Fuera de su horario, los agentes no reciben chats y los chats de un departamento esperan. Los agentes pueden aceptar chats por su cuenta.',
  none: 'Todos los agentes y departamentos reciben chats a cualquier hora.',
  add: 'Añadir horario',
  for: 'Departamento o agente',
  titleOf: (name) => `Horario de ${isolate(name)}`,
  removeTitle: (name) => `¿Quitar el horario de ${isolate(name)}?`,
  removeHelp: 'A partir de entonces los chats se asignan a cualquier hora.',
  copyFrom: 'Copiar de',
  own: 'Lo fijan los propietarios y administradores. Fuera de él no recibe chats.',
  you: 'Usted',
  nextDay: 'día siguiente',
  allDay: 'todo el día',
  same: (day) => `${day}: dar este horario a los demás días abiertos`,
  pause: 'Pausa',
  addBreak: (day) => `${day}: añadir una pausa`,
  removeBreak: (day) => `${day}: quitar la pausa`,
  breakFrom: (day) => `${day}: pausa, desde`,
  breakTo: (day) => `${day}: pausa, hasta`,
  holidays: 'Festivos',
  holidaysHelp:
    'Cerrado en estas fechas, salvo en las horas que añada. El horario que empezó la noche anterior sigue hasta su final.',
  holidayCount: (n) => count(n, 'festivo', 'festivos'),
  addHoliday: 'Añadir festivo',
  removeHoliday: (name) => `Quitar el festivo ${isolate(name)}`,
  unnamed: 'sin nombre',
  date: 'Fecha',
  name: 'Nombre',
  endsWrong: 'Indique un inicio y un final distinto.',
  breaksWrong: 'Las pausas están dentro del horario, una tras otra, y terminan antes de medianoche.',
  holidayWrong: 'Indique la fecha y el nombre de cada festivo.',
  repeated: (date) => `Hay dos festivos con la fecha ${date}.`,
}
