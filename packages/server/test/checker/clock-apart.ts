// Preloaded into the server (`--import`): its machine has the clock of CLOCK_APART milliseconds later, and is set by
// CLOCK_STEP (300 000 ms) with each SIGUSR2. Timers do not feel it, as with a real clock.
let apart = Number(process.env['CLOCK_APART'] ?? 0)
const step = Number(process.env['CLOCK_STEP'] ?? 300_000)
const now = Date.now.bind(Date)
Date.now = () => now() + apart
process.on('SIGUSR2', () => (apart += step))
