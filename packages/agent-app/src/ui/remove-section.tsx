import { useState } from 'react'
import { Button } from './button.tsx'
import { Confirm } from './dialog.tsx'
import { Section } from './section.tsx'

type Props = {
  /** The title of the section and of its buttons. */
  action: string
  /** The consequences. */
  help: string
  /** The title of the dialog, which asks before anything is removed. */
  question: string
  onRemove: () => Promise<void>
}

/** The section that removes what its page is about. */
export function RemoveSection({ action, help, question, onRemove }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <Section
      title={action}
      help={help}
      action={
        <Button kind="danger" size="sm" onClick={() => setAsking(true)}>
          {action}
        </Button>
      }
    >
      <Confirm open={asking} onOpenChange={setAsking} title={question} action={action} danger onConfirm={onRemove}>
        {help}
      </Confirm>
    </Section>
  )
}
