import { PhoneForwarded } from 'lucide-react'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'

type Props = {
  title: string
  /** What to do first. */
  help: string
  href: string
  label: string
}

/** The account has the other one of trunk and hosted provider: the server refuses a second one. */
export const OtherCarrier = ({ title, help, href, label }: Props) => (
  <Empty
    icon={PhoneForwarded}
    title={title}
    action={
      <Link href={href} className="font-medium text-accent hover:underline">
        {label}
      </Link>
    }
  >
    {help}
  </Empty>
)
