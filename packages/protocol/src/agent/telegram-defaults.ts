import type { TelegramSettings } from './telegram.ts'

/** In a file without schemas, because the agent application bundles it. */
export const TELEGRAM_DEFAULTS: TelegramSettings = { bot: null, updates: 'polling' }
