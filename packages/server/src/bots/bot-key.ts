import type { BotRecord } from '../settings/records.ts'

/** A bot's key in the maps of a process. */
export const botKey = ({ accountId, id }: Pick<BotRecord, 'accountId' | 'id'>): string => `${accountId}:${id}`
