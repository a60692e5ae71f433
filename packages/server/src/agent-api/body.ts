import { parseJson } from '@deskbell/protocol/json'
import { BODY_MAX } from '@deskbell/protocol/limits'
import { cleanText } from '@deskbell/protocol/text'
import { Invalid } from '../platform/errors.ts'
import type { Api } from './services.ts'

/**
 * Bodies are JSON objects and nothing else (T25): a form of another site can send text, but not this type without
 * asking first. Limits hold before anything is built from the bytes (T31).
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
    // Where every field may be left out, so may the body.
    if (request.routeOptions.schema?.body && request.body === undefined) request.body = {}
    done()
  })
}

/** Every text in it made storable (A32). Fields are kept as own properties, whatever they are called. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clean(inner)]))
}
