import { useQuery } from '@tanstack/react-query'
import { agentsQuery } from '../api/queries.ts'
import type { ComponentProps } from 'react'
import { Avatar } from '../ui/avatar.tsx'

/** The list of agents is read at most so often for their pictures, whose links are valid for a day (ms). */
const FRESH = 60 * 60_000

type Props = { agent: { id: number; name: string } } & Pick<ComponentProps<typeof Avatar>, 'size' | 'presence'>

/** The face of an agent of whom only number and name are known. */
export function AgentFace({ agent: { id, name }, size = 'xs', ...rest }: Props) {
  const { data: agents } = useQuery({ ...agentsQuery, staleTime: FRESH, retry: false })
  return (
    <Avatar name={name} id={id} photo={agents?.find((one) => one.id === id)?.photo ?? null} size={size} {...rest} />
  )
}
