/** The NATS server of the benchmarks: TEST_NATS_URL, else this machine's. */
export const NATS_URL = process.env['TEST_NATS_URL'] ?? 'nats://127.0.0.1:4222'
