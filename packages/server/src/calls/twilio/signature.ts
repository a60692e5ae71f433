import { createHmac } from 'node:crypto'
import { sameText } from '../../platform/crypto.ts'

/** What the provider's signature of a request must be: HMAC-SHA1 over the address and the sorted fields of its form. */
export function signatureOf(token: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted()
  const fields = names.flatMap((name) => [...new Set(form.getAll(name))].toSorted().map((value) => name + value))
  return createHmac('sha1', token)
    .update(url + fields.join(''))
    .digest('base64')
}

/** Whether the provider has signed this request. */
export function isSigned(
  { token, url, form }: { token: string; url: string; form: URLSearchParams },
  given: string | string[] | undefined,
): boolean {
  return typeof given === 'string' && sameText(given, signatureOf(token, url, form))
}
