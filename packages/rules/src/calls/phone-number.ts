/** Digits of a number, with `+` before them where it was given; undefined: it is no phone number (W10). */
export function toPhoneNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[\s()-]/g, '')
  return /^\+?\d{7,15}$/.test(digits) ? digits : undefined
}
