/** Code that runs in pages of the browser, which have other globals than these scripts. */

/** Adds up all layout shifts in `shift`. */
export const ADD_SHIFTS = `
  shift = 0
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value)))
    .observe({ type: 'layout-shift', buffered: true })`

/**
 * Runs in the visitor's page first: `sentAt`, when Enter sent each text, and `answeredAt`, when the server's answer
 * arrived. The widget's shadow roots are made open, because elements are found by their names.
 */
export const HEAR_ANSWERS = `
  sentAt = {}
  answeredAt = {}
  {
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (options) {
      return attach.call(this, { ...options, mode: 'open' })
    }
    const now = () => performance.timeOrigin + performance.now()
    let pressed = 0
    addEventListener('keydown', ({ key }) => key === 'Enter' && (pressed = now()), true)
    const texts = new Map()
    WebSocket = class extends WebSocket {
      constructor(url) {
        super(url)
        this.addEventListener('message', ({ data }) => {
          const at = now()
          const { t, id } = JSON.parse(data)
          if (t === 'done' && texts.has(id)) answeredAt[texts.get(id)] = at
        })
      }
      send(data) {
        const { t, id, text } = JSON.parse(data)
        if (t === 'message') {
          texts.set(id, text)
          sentAt[text] = pressed
        }
        super.send(data)
      }
    }
  }`

/** In the agent's page with the chat open: `seenAt`, when each text appeared in the conversation. */
export const WATCH_LOG = `
  seenAt = {}
  // Each text separately: side by side, "typed 1" and "01:58" would be read as one.
  new MutationObserver((changes) => {
    const at = performance.timeOrigin + performance.now()
    for (const { addedNodes, target } of changes)
      for (const node of [target, ...addedNodes]) {
        const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
        for (let text = walk.currentNode; text; text = walk.nextNode())
          if (/^typed \\d+$/.test(text.nodeValue)) seenAt[text.nodeValue] ??= at
      }
  }).observe(document.querySelector('[role=log]'), { subtree: true, childList: true, characterData: true })`
