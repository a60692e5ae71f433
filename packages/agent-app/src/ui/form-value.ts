/** The text of a form field; empty when there is no such field. Everything but passwords is trimmed. */
export function formValue(form: FormData, field: string): string {
  const value = form.get(field)
  if (typeof value !== 'string') return ''
  return field === 'password' || field === 'current' ? value : value.trim()
}
