export interface Page {
  url: string
  title: string
}

/** Where the visitor is, of a length that the desk takes; our own mark of unread messages is no part of the title. */
const toPage = (): Page => ({
  url: location.href.slice(0, 2048),
  title: String(document.title)
    .replace(/^\(\d+\) /, '')
    .slice(0, 300),
})
const withoutHash = (url: string) => url.replace(/#.*/, '')

/**
 * Tells of another page, or another title, of a single-page application: the browser says when, or the next look finds
 * it. The page's own `pushState` is left as it is. Returns the look.
 */
export function followPage(onChange: (page: Page, isOther: boolean) => void): () => void {
  let last = toPage()
  const look = (): void => {
    const page = toPage()
    if (page.url === last.url && page.title === last.title) return
    const isOther = withoutHash(page.url) !== withoutHash(last.url)
    last = page
    onChange(page, isOther)
  }
  // Also when only the part behind the # changes.
  addEventListener('popstate', look)
  const { navigation } = window as { navigation?: unknown }
  if (navigation instanceof EventTarget) navigation.addEventListener('navigatesuccess', look)
  return look
}
