import { parseJson } from '@deskbell/protocol/json'
import { BODY_MAX } from '@deskbell/protocol/limits'
import { cleanText } from '@deskbell/protocol/text'
import { Invalid } from '../platform/errors.ts'
import type { Api } from './add-routes.ts'

/**
 * Accepts only JSON objects as bodies (T25). A form on another site can send text, but a browser sends this type across
 * sites only after a preflight. The limits are checked before the bytes are parsed (T31).
 */
export function takeJson(app: Api): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_MAX },
    (_request, bytes: Buffer, done) => {
      if (bytes.length === 0) return done(null, {})
      const json = parseJson(bytes)
      if (json.ok) done(null, clean(json.value))
      else done(new Invalid('', json.reason, json.code))
    },
  )
  app.addHook('preValidation', (request, _reply, done) => {
    const { form } = request.routeOptions.config
    if (request.isMultipart() && !form) return done(new Invalid('', 'send the body as application/json', 'wrong_type')) // guard T25
    if (form && !request.isMultipart())
      return done(new Invalid('', 'send the file as multipart/form-data', 'wrong_type'))
    // When every field is optional, the body is optional too.
    if (request.routeOptions.schema?.body && request.body === undefined) request.body = {}
    done()
  })
}

/** Makes every text in the value storable (A32). Fields are copied as own properties, whatever their names. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner)]))
}
