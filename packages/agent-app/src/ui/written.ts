/** What is written in a field of a form; empty when there is no such field. Passwords are taken as they are, all else is trimmed. */
export function written(form: FormData, field: string): string {
  const value = form.get(field)
  if (typeof value !== 'string') return ''
  return field === 'password' || field === 'current' ? value : value.trim()
}
