import type { Boot } from '../boot.ts'
import { dress, en } from '../window/start.ts'
import { enMore } from '../words/en-more.ts'
import { showDepartments } from './departments.ts'
import { takeDrops } from './drops.ts'
import { emojiPicker } from './emoji.ts'
import { callForm } from './call-form.ts'
import { contactsForm, offlineForm } from './forms.ts'
import { drawAround } from './around.ts'
import css from './more.css?inline'
import { showPlace } from './place.ts'
import { toRating } from './rating.ts'
import { toRich } from './rich.ts'
import { toTeam } from './team.ts'
import { announce } from './announce.ts'
import { addUpload } from './uploads.ts'

// Used by the script with calls.
export { PHONE, SPEECH } from './phone-icon.ts'

const more = {
  takeDrops,
  emojiPicker,
  callForm,
  contactsForm,
  offlineForm,
  toRating,
  addUpload,
  showDepartments,
  drawAround,
  showPlace,
  announce,
  toRich,
  toTeam,
}
export type More = typeof more
const dressed = new WeakSet<Boot>()

/**
 * Parts that not every conversation needs: forms, rating, emoji, files, markup, invitations, sound, the place in the queue. Loaded on demand.
 */
export function start(boot: Boot): More {
  if (!dressed.has(boot)) dress(boot, css)
  dressed.add(boot)
  Object.assign(en, enMore)
  return more
}
