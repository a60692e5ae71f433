import { Compass } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { places } from './places.ts'
import { Button } from './ui/button.tsx'
import { Empty } from './ui/empty.tsx'
import { words } from './words/index.ts'

/** An address of the application that leads to no screen. */
export function Missing() {
  return <NoPage onBack={() => navigate(places.view('waiting'))} />
}

/** Shown in place of the whole application, before anyone has signed in. */
export const MissingPage = () => (
  <main className="flex h-full bg-canvas">
    <NoPage onBack={() => location.assign(places.view('waiting'))} />
  </main>
)

const NoPage = ({ onBack }: { onBack: () => void }) => (
  <>
    <h1 className="sr-only">{words.problem.missing}</h1>
    <Empty
      icon={Compass}
      title={words.problem.missing}
      action={
        <Button kind="primary" onClick={onBack}>
          {words.problem.toInbox}
        </Button>
      }
    >
      {words.problem.missingHelp}
    </Empty>
  </>
)
