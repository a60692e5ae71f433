/** The part of web-push that is used. The library has no types. */
declare module 'web-push' {
  interface Subscription {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  interface Options {
    readonly vapidDetails: { readonly subject: string; readonly publicKey: string; readonly privateKey: string }
    /** In seconds. */
    readonly TTL: number
    readonly urgency: 'high'
    readonly topic: string
  }
  interface RequestDetails {
    readonly headers: Readonly<Record<string, string | number>>
    readonly body: Buffer
    readonly endpoint: string
  }
  const webPush: {
    generateRequestDetails(subscription: Subscription, payload: string, options: Options): RequestDetails
  }
  export default webPush
}
