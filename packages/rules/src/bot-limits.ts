/** The same request of a bot within this time is a repetition (ms, B5). */
export const REPEATED_WITHIN = 10_000
/** How long an agent who was called has to accept (ms, B19). */
export const ACCEPT_WITHIN = 120_000
/** A message that comes so often in a row, from either side, is a machine's: the bot is paused. */
export const SAME_MAX = 5
/** More than this in a minute, and two machines are talking to each other, or the bot talks by itself. */
export const PACE_WINDOW = 60_000
export const PACE_BOTH = 20
export const PACE_BOT = 60
/** Refused messages of a bot that one chat keeps for the agent. */
export const REFUSED_MAX = 20
/** Unanswered messages and repeated requests that the state remembers. */
export const ASKED_MAX = 50
export const SAID_MAX = 30
