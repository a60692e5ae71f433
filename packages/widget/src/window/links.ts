import { el } from './dom.ts'

/** An address in plain text, without the punctuation that ends a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'’)\]}])/i
/** Characters that hide or reorder parts of an address: such an address stays text. */
const TRICKS = /[\\\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** A symbol that fonts draw as a black glyph unless U+FE0F follows, such as ❤. */
const SYMBOL = /(?=\p{Emoji})(?!\p{Emoji_Presentation})[\u2600-\u27BF](?![\uFE0E\uFE0F\p{Emoji_Modifier}])/gu

export const toLink = (href: string, ...children: (Node | string)[]): HTMLElement =>
  el('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...children)

/** Plain text with its addresses as links. */
export function toTexts(text: string): (Node | string)[] {
  return text
    .split(ADDRESS)
    .map((part, i) => (i % 2 && !TRICKS.test(part) ? toLink(part, part) : part.replace(SYMBOL, '$&\uFE0F')))
}
