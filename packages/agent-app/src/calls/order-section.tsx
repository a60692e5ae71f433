import { places } from '../places.ts'
import { Link } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { telephoneWords } from './telephone-words.ts'

const w = telephoneWords.order
const LINK = 'font-medium text-accent hover:underline'

/** At whom calls ring, and at which times: what is set elsewhere, for chats and calls together. */
export const OrderSection = () => (
  <Section title={w.title} help={w.help}>
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Link href={places.routing} className={LINK}>
        {w.routing}
      </Link>
      <Link href={places.channels} className={LINK}>
        {w.hours}
      </Link>
    </p>
  </Section>
)
