/** What the server needs of a subscription; null: the browser gave none that can be used. */
export function toSubscriptionBody(made: PushSubscription) {
  const { endpoint, keys } = made.toJSON()
  return endpoint && keys?.['p256dh'] && keys['auth']
    ? { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } }
    : null
}
