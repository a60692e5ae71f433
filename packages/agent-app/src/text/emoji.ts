/** A symbol that fonts draw as text unless U+FE0F follows; ©, ™ and arrows stay text. */
const SYMBOL = /[\u2600-\u27BF](?!\uFE0E|\uFE0F|\p{Emoji_Modifier})/gu
const TEXT_BY_DEFAULT = /^(?=\p{Emoji})(?!\p{Emoji_Presentation})/u

/** The text with its emoji drawn in colour: ❤ without a variation selector is a black glyph in most fonts. */
export const colourful = (text: string): string =>
  text.replaceAll(SYMBOL, (symbol) => (TEXT_BY_DEFAULT.test(symbol) ? `${symbol}\uFE0F` : symbol))
