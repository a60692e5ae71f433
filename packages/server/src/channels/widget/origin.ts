import type { WidgetRecord } from './find-widget.ts'

/**
 * Whether a page may show the widget: its host or a parent domain is on the admin's list. Browsers send `origin` with
 * requests of pages on other sites, so a request without it does not come from such a page.
 */
export function mayShow({ widget }: WidgetRecord, origin: string | undefined, publicUrl: string): boolean {
  if (widget.sites.length === 0 || origin === undefined) return true
  if (origin === new URL(publicUrl).origin) return true
  const host = hostOf(origin)
  return host !== undefined && widget.sites.some((site) => host === site || host.endsWith(`.${site}`)) // guard T34
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname.toLowerCase() : undefined
}
