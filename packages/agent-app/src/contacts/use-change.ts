import type { ContactChangeBody } from '@deskbell/protocol/agent/contact'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../live/react.ts'
import { changeContact } from './change.ts'

/** A function that changes a contact. */
export function useContactChange(contact: number) {
  const { live } = useSession()
  const queries = useQueryClient()
  return (body: ContactChangeBody) => changeContact({ queries, live }, contact, body)
}
