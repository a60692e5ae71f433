const made = new Map<string, MediaQueryList>()

/** Whether a media query fits now. Each is made once: making one takes longer than asking it, and each drawing asks. */
export function fits(query: string): boolean {
  const media = made.get(query) ?? matchMedia(query)
  made.set(query, media)
  return media.matches
}
