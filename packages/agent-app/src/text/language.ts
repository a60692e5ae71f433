/** The name of a language in the language of the screen: German (de-AT). An invalid tag is returned unchanged. */
export function toLanguage(tag: string, locale: string): string {
  try {
    const [language = ''] = tag.split('-')
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(language)
    return name === undefined ? tag : `${name} (${tag})`
  } catch {
    return tag
  }
}

/** A language by its own name, as its speakers look for it. */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
