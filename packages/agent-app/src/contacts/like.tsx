import type { Contact } from '@deskbell/protocol/agent/contact'
import { LIST } from '../ui/list.ts'
import { ContactRow } from './contact-row.tsx'
import { Part } from './part.tsx'
import { contactWords } from './words.ts'

const w = contactWords

/** Other contacts with the same e-mail address or phone number. */
export const Like = ({ contact: { like } }: { contact: Contact }) =>
  like.length > 0 && (
    <Part title={w.like} help={w.likeHelp}>
      <ul aria-label={w.like} className={LIST}>
        {like.map((one) => (
          <ContactRow key={one.id} contact={one} />
        ))}
      </ul>
    </Part>
  )
