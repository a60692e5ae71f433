import { button, el } from '../window/start.ts'

const EMOJI =
  '😀 😃 😄 😁 😅 😂 🙂 😉 😊 😍 😘 😎 🤔 😐 😕 🙁 😢 😭 😡 😱 🥳 🤗 🙏 👍 👎 👌 👋 👏 💪 🤝 👀 ❤️ 💔 🔥 🎉 🎁 ⭐ ✅ ❌ ❓ ❗ 💡 📷 📎 📦 🚚 💳 🛒'.split(
    ' ',
  )
const ACROSS = 8

/** A grid of emoji: arrow keys move in it, Escape leaves it. */
export function emojiPicker(onPick: (emoji: string) => void, onLeave: () => void): HTMLElement {
  const cells = EMOJI.map((one, i) => {
    const cell = button('', () => onPick(one), one)
    cell.tabIndex = i === 0 ? 0 : -1
    return cell
  })
  const grid = el('div', { className: 'emoji', role: 'group' }, ...cells)
  grid.onkeydown = (event) => {
    const at = cells.indexOf(event.target as HTMLButtonElement)
    const forward = getComputedStyle(grid).direction === 'rtl' ? -1 : 1
    const steps: Record<string, number> = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      ArrowDown: ACROSS,
      ArrowUp: -ACROSS,
      Home: -at,
      End: cells.length - 1 - at,
    }
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
    if (event.key === 'Escape') {
      event.stopPropagation()
      onLeave()
    }
    if (step === undefined) return
    event.preventDefault()
    cells[at + step]?.focus()
  }
  return grid
}
