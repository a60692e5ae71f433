import type { TelegramSettings } from './telegram.ts'

/** A file of its own, because the agent application loads it, and must not load schemas. */
export const TELEGRAM_DEFAULTS: TelegramSettings = { bot: null, updates: 'polling' }
