import type { Config } from '../platform/config.ts'

/**
 * The headers of the application's pages. They allow only its own script and style, no text becomes script (Trusted
 * Types), no other site can frame the page, and the targets of its links get no referrer.
 */
export function pageHeaders({ publicUrl, filesUrl }: Pick<Config, 'publicUrl' | 'filesUrl'>): Record<string, string> {
  const secure = publicUrl.startsWith('https:')
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data: blob: ${filesUrl}`,
    `media-src blob: ${filesUrl}`,
    `font-src 'self'`,
    `connect-src 'self' ${publicUrl.replace(/^http/, 'ws')}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `require-trusted-types-for 'script'`, // guard T1
    // The one policy makes the address of the service worker (`sw/register.ts`).
    `trusted-types deskbell-worker`, // guard T1
  ].join('; ')
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
