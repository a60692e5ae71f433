import { startPartner } from './partner.ts'

/** A partner with endless answers in a process of its own, so that the memory of the asking one can be measured. */
const partner = await startPartner()
partner.endless()
process.send?.(partner.url)
process.once('disconnect', () => void partner.close())
