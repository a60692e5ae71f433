/** An identical request of a bot within this time counts as a repetition (ms, B5). */
export const REPEATED_WITHIN = 10_000
/** How long an agent whom the bot called has to accept (ms, B19). */
export const ACCEPT_WITHIN = 120_000
/** A text that one side repeats this often in a row is automatic: the bot is paused. */
export const SAME_MAX = 5
/** More messages than this in a minute mean a loop of two bots, or a bot that answers itself. */
export const PACE_WINDOW = 60_000
export const PACE_BOTH = 20
export const PACE_BOT = 60
/** How many refused bot messages one chat keeps for the agent. */
export const REFUSED_MAX = 20
/** How many unanswered messages and request digests the state remembers. */
export const ASKED_MAX = 50
export const SAID_MAX = 30
