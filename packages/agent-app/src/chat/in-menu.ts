import { fits } from '../ui/media.ts'

/**
 * A button of the header that a phone has in the menu of the chat instead. It keeps a place under the end of the header,
 * where its own menu opens.
 */
export const IN_MENU = 'max-sm:invisible max-sm:absolute max-sm:end-2 max-sm:bottom-0'
/** Sizes of a screen on which these buttons are in the menu. */
const PHONE = '(max-width: 39.99rem)'
export const isInMenu = (): boolean => fits(PHONE)
