import type { PartProps } from './channel.ts'
import { ColoursSection } from './colours-section.tsx'
import { DraftForm } from './draft-form.tsx'
import { TextsSection } from './texts-section.tsx'

export const LookPart = (props: PartProps) => (
  <DraftForm {...props}>
    {(edit) => (
      <>
        <ColoursSection {...edit} />
        <TextsSection {...edit} mayChange={props.mayChange} />
      </>
    )}
  </DraftForm>
)
