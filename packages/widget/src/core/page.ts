export interface Page {
  url: string
  title: string
}

/** The page's address and title, cut to the server's limits. The widget's own unread mark is not part of the title. */
const toPage = (): Page => ({
  url: location.href.slice(0, 2048),
  title: String(document.title)
    .replace(/^\(\d+\) /, '')
    .slice(0, 300),
})
const withoutHash = (url: string) => url.replace(/#.*/, '')

/**
 * Reports a new address or title of a single-page application, on a browser event or at the next check. `pushState` of
 * the page is not replaced. Returns the check.
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
  // Also fired when only the fragment (#) changes.
  addEventListener('popstate', look)
  const { navigation } = window as { navigation?: unknown }
  if (navigation instanceof EventTarget) navigation.addEventListener('navigatesuccess', look)
  return look
}
