import { PHONE, SPEECH } from '../more/start.ts'

const SLASH = 'M4 4l16 16'
const MICROPHONE = 'M12 3a3 3 0 013 3v5a3 3 0 01-6 0V6a3 3 0 013-3zM5.5 11a6.5 6.5 0 0013 0M12 17.5V21'

export const DRAWINGS = {
  phone: PHONE,
  speech: SPEECH,
  microphone: MICROPHONE,
  muted: `${MICROPHONE}${SLASH}`,
  hang: 'M3.5 14.5c-1.5-4 3.5-7 8.5-7s10 3 8.5 7c-.3.9-1 1-1.8.8l-3-.8c-.7-.2-1.1-.7-1.1-1.5v-1.5c-1.700-.6-3.5-.6-5.200 0V13c0 .8-.4 1.300-1.1 1.5l-3 .8c-.8.2-1.5.1-1.8-.8z',
  sound: 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4.200 4.200 0 010 6M18 6.5a8 8 0 010 11',
}
export type Drawing = keyof typeof DRAWINGS
