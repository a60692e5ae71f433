/** Code that runs in a page of the agent application. Times are by the page's clock, ms. */

/**
 * `painted(fn)` calls back with the time after the next frame was drawn. `firstRowAt`: when the first row of the inbox
 * was on the screen, since the navigation began.
 */
export const SEE_FIRST_ROW = `
  // The first task after the frame: others that wait come after it.
  painted = (fn) =>
    requestAnimationFrame(() => void scheduler.postTask(() => fn(performance.now()), { priority: 'user-blocking' }))
  firstRowAt = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[role=option]')) return
      watch.disconnect()
      painted(resolve)
    })
    watch.observe(document, { childList: true, subtree: true })
  })`

/**
 * `shownAfter(chat)`: from the next click or key press, by the time of the input event itself, until the newest message
 * of this chat stands in the visible part of the conversation, drawn.
 */
export const SEE_NEXT_CHAT = `
  shownAfter = (chat) => {
    shown = new Promise((resolve, reject) => {
      let begun
      const begin = (event) => {
        if (event.type === 'keydown' && event.key !== 'Enter') return
        removeEventListener('click', begin, true)
        removeEventListener('keydown', begin, true)
        begun = event.timeStamp
        painted(look)
      }
      const isThere = () => {
        const line = [...document.querySelectorAll('[role=log] [data-n]')].at(-1)
        if (!new RegExp('\\\\D' + chat + ' history').test(line?.textContent)) return false
        const box = line.closest('[role=log]').getBoundingClientRect()
        const { top, bottom } = line.getBoundingClientRect()
        return bottom > top && bottom <= box.bottom + 1 && top >= box.top
      }
      const look = (at) => {
        if (isThere()) resolve(at - begun)
        else if (at - begun > 20000) reject(new Error('chat ' + chat + ' was never shown'))
        else painted(look)
      }
      addEventListener('click', begin, true)
      addEventListener('keydown', begin, true)
    })
    shown.catch(() => {})
  }`

/**
 * `watched()`: what the page did since `watch()`: frames drawn, seconds, and the tasks of more than 50 ms.
 */
export const WATCH_WORK = `
  watch = () => {
    const begun = performance.now()
    let frames = 0
    let isOn = true
    const count = () => {
      frames++
      if (isOn) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    const long = []
    const tasks = new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => long.push(duration)))
    tasks.observe({ type: 'longtask' })
    watched = () => {
      isOn = false
      tasks.disconnect()
      return { frames, seconds: (performance.now() - begun) / 1000, long }
    }
  }`
