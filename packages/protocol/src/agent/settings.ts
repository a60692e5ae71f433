import { Type, type Static } from 'typebox'
import { HOST_MAX } from '../host.ts'
import { Strict } from '../shapes.ts'

/** Hosts of links that visitors and their pages may give; subdomains with them (C13). */
export const SafeUrl = Type.Array(Type.String({ minLength: 1, maxLength: HOST_MAX }), {
  maxItems: 100,
  description: 'host names or IP addresses alone, such as shop.example',
})

/** What holds for the whole desk. */
export const Settings = Strict({ safeUrl: SafeUrl })
export type Settings = Static<typeof Settings>
export const SettingsChange = Type.Partial(Settings, { additionalProperties: false })
export type SettingsChange = Static<typeof SettingsChange>
