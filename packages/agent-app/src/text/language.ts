/** A language by its name in the language of the screen: German (de-AT); what is no tag stays as it came. */
export function toLanguage(tag: string, locale: string): string {
  try {
    const [language = ''] = tag.split('-')
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(language)
    return name === undefined ? tag : `${name} (${tag})`
  } catch {
    return tag
  }
}
