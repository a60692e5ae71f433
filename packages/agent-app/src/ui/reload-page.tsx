import { Unplug } from 'lucide-react'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'

/** In the place of what only a reload of the page can show. */
export const ReloadPage = ({ title }: { title: string }) => (
  <div role="alert" className="flex h-full flex-1">
    <Empty
      icon={Unplug}
      title={title}
      action={
        <Button kind="primary" onClick={() => location.reload()}>
          {words.problem.reload}
        </Button>
      }
    >
      {words.problem.crashedHelp}
    </Empty>
  </div>
)
