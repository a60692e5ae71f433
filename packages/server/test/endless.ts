import { startIntegratorServer } from './integrator-server.ts'

/** An integrator with endless answers in its own process, so that the memory of the requesting process can be measured. */
const integrator = await startIntegratorServer()
integrator.endless()
process.send?.(integrator.url)
process.once('disconnect', () => void integrator.close())
