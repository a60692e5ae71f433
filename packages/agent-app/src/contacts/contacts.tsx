import type { ScreenProps } from '../nav/rooms.ts'
import { Missing } from '../missing.tsx'
import { ContactList } from './contact-list.tsx'
import { ContactPage } from './contact-page.tsx'

/** The list of contacts, or the page of one. */
export default function Contacts({ rest: [id, ...more] }: ScreenProps) {
  if (id === undefined) return <ContactList />
  if (more.length > 0 || !/^\d{1,10}$/.test(id)) return <Missing />
  return <ContactPage key={id} id={Number(id)} />
}
