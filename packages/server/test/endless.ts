import { startPartner } from './partner.ts'

/** A partner with endless answers in its own process, so that the memory of the requesting process can be measured. */
const partner = await startPartner()
partner.endless()
process.send?.(partner.url)
process.once('disconnect', () => void partner.close())
