// Preloaded into the server (`--import`): the clock of its machine is CLOCK_APART milliseconds ahead, and each SIGUSR2
// sets it by CLOCK_STEP (300 000 ms). Timers are not affected, as with a real clock.
let apart = Number(process.env['CLOCK_APART'] ?? 0)
const step = Number(process.env['CLOCK_STEP'] ?? 300_000)
const now = Date.now.bind(Date)
Date.now = () => now() + apart
process.on('SIGUSR2', () => (apart += step))
