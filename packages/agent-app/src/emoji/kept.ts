import { TONES, type Tone } from './parse.ts'

const RECENT = 'deskbell.recent-emoji'
const TONE = 'deskbell.emoji-tone'
const MOST = 24

/** The emoji that were chosen last in this browser, as they were inserted, the latest first. */
export function readRecentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function keepRecentEmoji(emoji: string): void {
  try {
    const recent = [emoji, ...readRecentEmoji().filter((one) => one !== emoji)]
    localStorage.setItem(RECENT, JSON.stringify(recent.slice(0, MOST)))
  } catch {
    // Without storage there are no recent ones.
  }
}

export function readTone(): Tone {
  try {
    return TONES.find((tone) => String(tone) === localStorage.getItem(TONE)) ?? 0
  } catch {
    return 0
  }
}

export function keepTone(tone: Tone): void {
  try {
    localStorage.setItem(TONE, String(tone))
  } catch {
    // Without storage the choice lasts as long as the list is open.
  }
}
